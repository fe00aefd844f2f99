import { requestJsonSchema, responseJsonSchema } from '../contract/json-schemas.ts';
import { PROBLEM_KINDS, problemKind } from '../contract/problems.ts';
import { type DescribedOperation, describedOperations } from './openapi.ts';
import { hasEnvelope } from './problem-document.ts';
import { requestShape } from './request-shape.ts';
import { fieldRows } from './schema-rows.ts';

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; } h2 { margin-top: 3rem; } h3 { margin: 0; font-size: 1.1rem; }
code, .address { font-family: ui-monospace, monospace; font-size: 0.92em; }
section { border: 1px solid var(--line); border-radius: 0.5rem; padding: 1rem; margin: 1rem 0; }
.method { font-weight: 700; } .note { opacity: 0.75; }
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.5rem; border-bottom: 1px solid var(--line); }
nav ul { columns: 2; } :target { background: var(--soft); }
@media (max-width: 40rem) { nav ul { columns: 1; } }
`;

/** The page that tells how to use the service; nothing in it is loaded from elsewhere. */
export function docsPage(): string {
  const operations = describedOperations();
  const contents = operations.map(
    ({ name, operation, path }) => `<li><a href="#${name}">${operation.method} ${text(path)}</a></li>`,
  );
  return page(
    'loandesk: the service',
    `<h1>The service</h1>
<p>JSON over HTTP. Amounts are in EGP with two decimals, rates in percent per year, dates <code>YYYY-MM-DD</code>. For
programs: <a href="/openapi.json">openapi.json</a>. Every error: <a href="/docs/errors">error codes</a>.</p>
<h2>Signing in</h2>
<p>Send e-mail and password to <code>POST /api/v1/auth/token</code>, then
<code>Authorization: Bearer ACCESS_TOKEN</code> with every other request. An access token lasts an hour; the refresh
token gives the next one.</p>
<h2>Writing safely</h2>
<p>Send an <code>Idempotency-Key</code> of 16 to 128 characters with every write. The same key with the same request
answers what was answered first, with <code>Idempotency-Replayed: true</code>, and does nothing again.
<code>?dry_run=true</code> checks everything and writes nothing. A field that is not known is refused.</p>
<h2>Lists</h2>
<p><code>page</code> counts from 1, <code>size</code> is 1 to 500. Lists that are bare arrays tell their length in
<code>X-Total-Count</code> and the pages beside them in <code>Link</code>.</p>
<h2>Operations</h2>
<nav><ul>${contents.join('')}</ul></nav>
${operations.map(operationSection).join('\n')}`,
  );
}

/** Every problem code with its status, what it means and what helps. */
export function errorsPage(): string {
  const codes = Object.keys(PROBLEM_KINDS).sort();
  const rows = codes.map((code) => {
    const { status, title, hint } = problemKind(code);
    return `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${text(title)}</td><td>${text(hint)}</td></tr>`;
  });
  return page(
    'loandesk: error codes',
    `<h1>Error codes</h1>
<p>An error is an <code>application/problem+json</code> document (RFC 9457). <code>code</code> is stable,
<code>errors</code> names every faulty field at once, <code>instance</code> is the id of the request.
<a href="/docs">The operations</a></p>
<table><thead><tr><th>Code</th><th>Status</th><th>What it means</th><th>What helps</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`,
  );
}

function operationSection({ name, operation, path, words, problems }: DescribedOperation): string {
  const who = operation.open === true ? 'no token needed' : ['admin', ...operation.roles].join(', ');
  const fields = new Set(requestShape(name).fieldNames);
  const asked = fieldRows(requestJsonSchema(name)).filter((row) => fields.has(row.name));
  const answered = fieldRows(responseJsonSchema(name));
  const inEnvelope = hasEnvelope(path) ? ', inside <code>{"success": true, "data": …}</code>' : '';
  return `<section id="${name}">
<h3><span class="method">${operation.method}</span> <span class="address">${text(path)}</span></h3>
<p>${text(words)} <span class="note">Who: ${who}.</span></p>
${asked.length === 0 ? '' : `<p>${operation.writes ? 'Body' : 'Query'}</p>${table(asked)}`}
<p>Answer${inEnvelope}</p>
${table(answered)}
<p class="note">Errors: ${problems.map((code) => `<a href="/docs/errors#${code}">${code}</a>`).join(', ')}</p>
</section>`;
}

function table(rows: ReturnType<typeof fieldRows>): string {
  const lines = rows.map(
    ({ name, type, required }) =>
      `<tr><td><code>${text(name)}</code></td><td>${text(type)}</td><td>${required ? '' : 'may be absent'}</td></tr>`,
  );
  return `<table><tbody>${lines.join('')}</tbody></table>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text(title)}</title><style>${STYLE}</style></head>
<body>
${body}
</body></html>
`;
}

function text(raw: string): string {
  return raw
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
