ALTER TABLE "organizations" ALTER COLUMN "reporting_active" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "organizations" ALTER COLUMN "reviewing_active" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "organizations" ALTER COLUMN "protection_active" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "organizations" ALTER COLUMN "takedowns_active" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "organizations" ALTER COLUMN "detection_active" SET DEFAULT true;--> statement-breakpoint
-- So far every operation answered whatever was stored here: nobody loses one by an upgrade.
UPDATE "organizations" SET "reporting_active" = true, "reviewing_active" = true, "protection_active" = true,
	"takedowns_active" = true, "detection_active" = true;--> statement-breakpoint
-- A report is the organization's own where it came with a key that may read its reports: every other one is in the hands of the public.
CREATE OR REPLACE FUNCTION digest_reports(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM reports WHERE id = ANY (ids) ORDER BY id FOR UPDATE;
	UPDATE reports SET
		status = digest.status,
		closed_at = CASE WHEN digest.status = 'CLOSED' THEN coalesce(reports.closed_at, now()) END,
		needs_customer_review = digest.needs_customer_review,
		has_rejected = digest.rejected,
		decisions = digest.decisions,
		approver_kinds = digest.approver_kinds
	FROM (
		SELECT proposals.report_id,
			CASE WHEN bool_and(review_status <> 'PENDING') THEN 'CLOSED'
				WHEN bool_or(review_status <> 'PENDING') THEN 'IN_PROGRESS' ELSE 'TODO' END AS status,
			bool_or(review_status = 'PENDING' AND (own.is_own OR escalated_to_organization AND answered_at IS NULL))
				AS needs_customer_review,
			bool_or(review_status = 'REJECTED') AS rejected,
			coalesce(array_agg(DISTINCT decision) FILTER (WHERE decision IS NOT NULL), '{}') AS decisions,
			coalesce(array_agg(DISTINCT reviewer_kind)
				FILTER (WHERE review_status = 'APPROVED' AND reviewer_kind IS NOT NULL), '{}') AS approver_kinds
		FROM proposals
		JOIN (
			SELECT filed.id, filed.organization_id IS NOT NULL AND EXISTS (
				SELECT FROM api_keys WHERE api_keys.id = filed.api_key_id AND 'read' = ANY (api_keys.scopes)) AS is_own
			FROM reports filed WHERE filed.id = ANY (ids)
		) own ON own.id = proposals.report_id
		WHERE proposals.report_id = ANY (ids) GROUP BY proposals.report_id
	) digest
	WHERE reports.id = digest.report_id
		AND (reports.status, reports.needs_customer_review, reports.has_rejected, reports.decisions, reports.approver_kinds)
			IS DISTINCT FROM (digest.status, digest.needs_customer_review, digest.rejected, digest.decisions, digest.approver_kinds);
END $$;--> statement-breakpoint
SELECT digest_reports(ARRAY(SELECT id FROM reports WHERE needs_customer_review));
