/** How documents look on A4: the fonts of whoever prints it, nothing fetched. */
export const DOCUMENT_STYLE = `
@page { size: A4; margin: 12mm 15mm }
* { box-sizing: border-box; margin: 0; padding: 0 }
body { font: 9.5pt/1.4 "Noto Sans", "Noto Sans Arabic", "Segoe UI", Tahoma, Arial, sans-serif; color: #1a1a1a;
  max-width: 180mm; margin: 8mm auto; padding: 0 2mm }
html[lang="ar"] body { font-family: "Noto Sans Arabic", "Noto Naskh Arabic", "Segoe UI", Tahoma, Arial, sans-serif }
header { display: flex; justify-content: space-between; align-items: flex-end; gap: 8mm;
  border-bottom: 1.5pt solid #1a1a1a; padding-bottom: 2mm; margin-bottom: 4mm }
.name { font-weight: 700; font-size: 12pt }
h1 { font-size: 14pt; font-weight: 600 }
.mark { border: 1.5pt solid #a00; color: #a00; font-weight: 700; font-size: 14pt; text-align: center; margin-bottom: 4mm }
dl { display: grid; grid-template-columns: 1fr 1fr; gap: 0.6mm 8mm; margin-bottom: 4mm }
dl div { display: flex; justify-content: space-between; gap: 4mm; border-bottom: 0.25pt solid #ddd }
dt { color: #555; white-space: nowrap }
dd { text-align: end; font-weight: 500; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse; margin-bottom: 4mm }
.rows { font-size: 8.5pt; line-height: 1.25 }
th, td { padding: 0.7mm 1.2mm; text-align: start; vertical-align: top }
/* Figures end on the right in Arabic too, so that their decimals stand under each other. */
td.start { white-space: nowrap }
/* What comes from outside may be long; everything else stays whole. */
td.own { white-space: normal; overflow-wrap: anywhere }
th.end, td.end { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
table.rows th, table.rows td { padding: 0.35mm 1.2mm }
thead { display: table-header-group }
thead th { border-bottom: 0.75pt solid #1a1a1a; font-weight: 600 }
tbody td { border-bottom: 0.25pt solid #ddd }
tfoot td { border-top: 0.75pt solid #1a1a1a; font-weight: 600 }
tr { break-inside: avoid }
.struck { color: #777 }
.totals { break-inside: avoid; border-top: 0.75pt solid #1a1a1a }
.totals th, .totals td { font-weight: 400; border: 0 }
.totals .strong th, .totals .strong td { font-weight: 700; font-size: 10.5pt }
.totals .strong .words { font-weight: 400; font-size: 9pt; font-style: italic }
html[lang="ar"] .totals .strong .words { font-style: normal; margin-top: 0.6mm }
ul { list-style: none; color: #555; font-size: 8pt; margin-bottom: 3mm }
footer { border-top: 0.5pt solid #999; padding-top: 1.5mm; color: #555; font-size: 7pt; overflow-wrap: anywhere }
@media print { body { margin: 0; padding: 0; max-width: none } }
`;
