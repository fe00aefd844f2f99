-- Written by hand. INSERT OR REPLACE takes the old row away without asking the triggers on DELETE, unless the connection
-- was told to (recursive_triggers); these ask before the insert, whatever the connection was told.

CREATE TRIGGER ledger_meta_no_update BEFORE UPDATE ON ledger_meta
BEGIN SELECT RAISE(ABORT, 'what a ledger says of itself is append-only'); END;
CREATE TRIGGER ledger_meta_no_delete BEFORE DELETE ON ledger_meta
BEGIN SELECT RAISE(ABORT, 'what a ledger says of itself is append-only'); END;

CREATE TRIGGER accounts_no_replace BEFORE INSERT ON accounts
WHEN EXISTS (SELECT 1 FROM accounts WHERE account_id = NEW.account_id)
  OR EXISTS (SELECT 1 FROM accounts WHERE name = NEW.name)
BEGIN SELECT RAISE(ABORT, 'accounts are append-only'); END;
CREATE TRIGGER applications_no_replace BEFORE INSERT ON applications
WHEN EXISTS (SELECT 1 FROM applications WHERE seq = NEW.seq)
  OR EXISTS (SELECT 1 FROM applications WHERE caller = NEW.caller AND external_reference = NEW.external_reference AND external_reference IS NOT NULL)
  OR EXISTS (SELECT 1 FROM applications WHERE application_id = NEW.application_id)
BEGIN SELECT RAISE(ABORT, 'applications are append-only'); END;
CREATE TRIGGER approval_steps_no_replace BEFORE INSERT ON approval_steps
WHEN EXISTS (SELECT 1 FROM approval_steps WHERE approval_number = NEW.approval_number AND number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'approval steps are append-only'); END;
CREATE TRIGGER approvals_no_replace BEFORE INSERT ON approvals
WHEN EXISTS (SELECT 1 FROM approvals WHERE number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'approvals are append-only'); END;
CREATE TRIGGER audit_no_replace BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'audit records are append-only'); END;
CREATE TRIGGER audit_facts_no_replace BEFORE INSERT ON audit_facts
WHEN EXISTS (SELECT 1 FROM audit_facts WHERE audit_number = NEW.audit_number AND kind = NEW.kind AND fact_id = NEW.fact_id)
BEGIN SELECT RAISE(ABORT, 'audit facts are append-only'); END;
CREATE TRIGGER audit_reads_no_replace BEFORE INSERT ON audit_reads
WHEN EXISTS (SELECT 1 FROM audit_reads WHERE number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'readings of the audit trail are append-only'); END;
CREATE TRIGGER decisions_no_replace BEFORE INSERT ON decisions
WHEN EXISTS (SELECT 1 FROM decisions WHERE application_id = NEW.application_id AND number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'decisions are append-only'); END;
CREATE TRIGGER disbursement_exports_no_replace BEFORE INSERT ON disbursement_exports
WHEN EXISTS (SELECT 1 FROM disbursement_exports WHERE disbursement_reference = NEW.disbursement_reference)
BEGIN SELECT RAISE(ABORT, 'exports of disbursements are append-only'); END;
CREATE TRIGGER disbursement_outcomes_no_replace BEFORE INSERT ON disbursement_outcomes
WHEN EXISTS (SELECT 1 FROM disbursement_outcomes WHERE disbursement_reference = NEW.disbursement_reference AND outcome = NEW.outcome)
BEGIN SELECT RAISE(ABORT, 'disbursement outcomes are append-only'); END;
CREATE TRIGGER disbursements_no_replace BEFORE INSERT ON disbursements
WHEN EXISTS (SELECT 1 FROM disbursements WHERE seq = NEW.seq)
  OR EXISTS (SELECT 1 FROM disbursements WHERE loan_id = NEW.loan_id AND number = NEW.number)
  OR EXISTS (SELECT 1 FROM disbursements WHERE disbursement_reference = NEW.disbursement_reference)
BEGIN SELECT RAISE(ABORT, 'disbursements are append-only'); END;
CREATE TRIGGER journal_entries_no_replace BEFORE INSERT ON journal_entries
WHEN EXISTS (SELECT 1 FROM journal_entries WHERE loan_id = NEW.loan_id AND entry_number = NEW.entry_number)
BEGIN SELECT RAISE(ABORT, 'journal entries are append-only'); END;
CREATE TRIGGER ledger_meta_no_replace BEFORE INSERT ON ledger_meta
WHEN EXISTS (SELECT 1 FROM ledger_meta WHERE key = NEW.key)
BEGIN SELECT RAISE(ABORT, 'what a ledger says of itself is append-only'); END;
CREATE TRIGGER loan_aliases_no_replace BEFORE INSERT ON loan_aliases
WHEN EXISTS (SELECT 1 FROM loan_aliases WHERE alias_folded = NEW.alias_folded)
BEGIN SELECT RAISE(ABORT, 'aliases of loans are append-only'); END;
CREATE TRIGGER loan_closures_no_replace BEFORE INSERT ON loan_closures
WHEN EXISTS (SELECT 1 FROM loan_closures WHERE loan_id = NEW.loan_id)
BEGIN SELECT RAISE(ABORT, 'loan closures are append-only'); END;
CREATE TRIGGER loan_notes_no_replace BEFORE INSERT ON loan_notes
WHEN EXISTS (SELECT 1 FROM loan_notes WHERE loan_id = NEW.loan_id AND number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'notes of loans are append-only'); END;
CREATE TRIGGER loans_no_replace BEFORE INSERT ON loans
WHEN EXISTS (SELECT 1 FROM loans WHERE seq = NEW.seq)
  OR EXISTS (SELECT 1 FROM loans WHERE loan_id = NEW.loan_id)
BEGIN SELECT RAISE(ABORT, 'loans are append-only'); END;
CREATE TRIGGER officer_changes_no_replace BEFORE INSERT ON officer_changes
WHEN EXISTS (SELECT 1 FROM officer_changes WHERE user_id = NEW.user_id AND number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'officer changes are append-only'); END;
CREATE TRIGGER officers_no_replace BEFORE INSERT ON officers
WHEN EXISTS (SELECT 1 FROM officers WHERE user_id = NEW.user_id)
  OR EXISTS (SELECT 1 FROM officers WHERE email_folded = NEW.email_folded)
BEGIN SELECT RAISE(ABORT, 'officers are append-only'); END;
CREATE TRIGGER payment_repeats_no_replace BEFORE INSERT ON payment_repeats
WHEN EXISTS (SELECT 1 FROM payment_repeats WHERE loan_id = NEW.loan_id AND payment_id = NEW.payment_id)
  OR EXISTS (SELECT 1 FROM payment_repeats WHERE payment_id = NEW.payment_id)
BEGIN SELECT RAISE(ABORT, 'links of payments are append-only'); END;
CREATE TRIGGER payment_reversals_no_replace BEFORE INSERT ON payment_reversals
WHEN EXISTS (SELECT 1 FROM payment_reversals WHERE loan_id = NEW.loan_id AND payment_id = NEW.payment_id)
  OR EXISTS (SELECT 1 FROM payment_reversals WHERE payment_id = NEW.payment_id)
BEGIN SELECT RAISE(ABORT, 'reversals of payments are append-only'); END;
CREATE TRIGGER payments_no_replace BEFORE INSERT ON payments
WHEN EXISTS (SELECT 1 FROM payments WHERE loan_id = NEW.loan_id AND booking_order = NEW.booking_order)
  OR EXISTS (SELECT 1 FROM payments WHERE payment_id = NEW.payment_id)
BEGIN SELECT RAISE(ABORT, 'payments are append-only'); END;
CREATE TRIGGER policy_versions_no_replace BEFORE INSERT ON policy_versions
WHEN EXISTS (SELECT 1 FROM policy_versions WHERE version = NEW.version)
BEGIN SELECT RAISE(ABORT, 'policy versions are append-only'); END;
CREATE TRIGGER postings_no_replace BEFORE INSERT ON postings
WHEN EXISTS (SELECT 1 FROM postings WHERE loan_id = NEW.loan_id AND entry_number = NEW.entry_number AND line = NEW.line)
BEGIN SELECT RAISE(ABORT, 'postings are append-only'); END;
CREATE TRIGGER refunds_no_replace BEFORE INSERT ON refunds
WHEN EXISTS (SELECT 1 FROM refunds WHERE loan_id = NEW.loan_id AND booking_order = NEW.booking_order)
  OR EXISTS (SELECT 1 FROM refunds WHERE refund_id = NEW.refund_id)
BEGIN SELECT RAISE(ABORT, 'refunds are append-only'); END;
CREATE TRIGGER schema_migrations_no_replace BEFORE INSERT ON schema_migrations
WHEN EXISTS (SELECT 1 FROM schema_migrations WHERE version = NEW.version)
BEGIN SELECT RAISE(ABORT, 'schema migrations are append-only'); END;
CREATE TRIGGER seals_no_replace BEFORE INSERT ON seals
WHEN EXISTS (SELECT 1 FROM seals WHERE sequence = NEW.sequence)
  OR NEW.kind = 'audit' AND EXISTS (SELECT 1 FROM seals WHERE number = NEW.number AND kind = 'audit')
BEGIN SELECT RAISE(ABORT, 'seals are append-only'); END;
CREATE TRIGGER undrawn_cancellations_no_replace BEFORE INSERT ON undrawn_cancellations
WHEN EXISTS (SELECT 1 FROM undrawn_cancellations WHERE loan_id = NEW.loan_id AND number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'cancellations of what is undrawn are append-only'); END;
CREATE TRIGGER write_off_reversals_no_replace BEFORE INSERT ON write_off_reversals
WHEN EXISTS (SELECT 1 FROM write_off_reversals WHERE loan_id = NEW.loan_id AND write_off_id = NEW.write_off_id)
  OR EXISTS (SELECT 1 FROM write_off_reversals WHERE write_off_id = NEW.write_off_id)
BEGIN SELECT RAISE(ABORT, 'reversals of write-offs are append-only'); END;
CREATE TRIGGER write_offs_no_replace BEFORE INSERT ON write_offs
WHEN EXISTS (SELECT 1 FROM write_offs WHERE loan_id = NEW.loan_id AND number = NEW.number)
  OR EXISTS (SELECT 1 FROM write_offs WHERE write_off_id = NEW.write_off_id)
BEGIN SELECT RAISE(ABORT, 'write-offs are append-only'); END;
