-- Adds to report_tallies whatever a statement did to reports. The rows are taken in one order, and each connection has its own,
-- so that writers hardly ever wait and never deadlock.
CREATE FUNCTION tally_reports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO report_tallies AS tally (organization_id, status, source, reporter_kind, needs_customer_review, slot, count)
		SELECT organization_id, status, source, reporter_kind, needs_customer_review, pg_backend_pid() % 16, count(*)
		FROM added WHERE organization_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
		ON CONFLICT (organization_id, status, source, reporter_kind, needs_customer_review, slot)
		DO UPDATE SET count = tally.count + excluded.count;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO report_tallies AS tally (organization_id, status, source, reporter_kind, needs_customer_review, slot, count)
		SELECT organization_id, status, source, reporter_kind, needs_customer_review, pg_backend_pid() % 16, -count(*)
		FROM removed WHERE organization_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
		ON CONFLICT (organization_id, status, source, reporter_kind, needs_customer_review, slot)
		DO UPDATE SET count = tally.count + excluded.count;
	ELSE
		INSERT INTO report_tallies AS tally (organization_id, status, source, reporter_kind, needs_customer_review, slot, count)
		SELECT organization_id, status, source, reporter_kind, needs_customer_review, pg_backend_pid() % 16, sum(delta)
		FROM (
			SELECT organization_id, status, source, reporter_kind, needs_customer_review, 1 AS delta FROM added
			UNION ALL
			SELECT organization_id, status, source, reporter_kind, needs_customer_review, -1 FROM removed
		) changed WHERE organization_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5 HAVING sum(delta) <> 0 ORDER BY 1, 2, 3, 4, 5
		ON CONFLICT (organization_id, status, source, reporter_kind, needs_customer_review, slot)
		DO UPDATE SET count = tally.count + excluded.count;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reports_tally_insert AFTER INSERT ON reports
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_reports();
--> statement-breakpoint
CREATE TRIGGER reports_tally_delete AFTER DELETE ON reports
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tally_reports();
--> statement-breakpoint
CREATE TRIGGER reports_tally_update AFTER UPDATE ON reports
	REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_reports();
--> statement-breakpoint
-- Sums up the proposals of reports. The reports are locked first, so that of two reviews of one report the second one sees what
-- the first one did.
CREATE FUNCTION digest_reports(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM reports WHERE id = ANY (ids) ORDER BY id FOR UPDATE;
	UPDATE reports SET
		status = digest.status,
		closed_at = CASE WHEN digest.status = 'CLOSED' THEN coalesce(reports.closed_at, now()) END,
		needs_customer_review = digest.escalated
			OR (digest.pending AND reports.api_key_id IS NOT NULL AND reports.organization_id IS NOT NULL),
		has_rejected = digest.rejected,
		decisions = digest.decisions,
		approver_kinds = digest.approver_kinds
	FROM (
		SELECT report_id,
			CASE WHEN bool_and(review_status <> 'PENDING') THEN 'CLOSED'
				WHEN bool_or(review_status <> 'PENDING') THEN 'IN_PROGRESS' ELSE 'TODO' END AS status,
			bool_or(review_status = 'PENDING') AS pending,
			bool_or(review_status = 'PENDING' AND escalated_to_organization AND answered_at IS NULL) AS escalated,
			bool_or(review_status = 'REJECTED') AS rejected,
			coalesce(array_agg(DISTINCT decision) FILTER (WHERE decision IS NOT NULL), '{}') AS decisions,
			coalesce(array_agg(DISTINCT reviewer_kind)
				FILTER (WHERE review_status = 'APPROVED' AND reviewer_kind IS NOT NULL), '{}') AS approver_kinds
		FROM proposals WHERE report_id = ANY (ids) GROUP BY report_id
	) digest
	WHERE reports.id = digest.report_id
		AND (reports.status, reports.needs_customer_review, reports.has_rejected, reports.decisions, reports.approver_kinds)
			IS DISTINCT FROM (digest.status, digest.escalated
				OR (digest.pending AND reports.api_key_id IS NOT NULL AND reports.organization_id IS NOT NULL),
				digest.rejected, digest.decisions, digest.approver_kinds);
END $$;
--> statement-breakpoint
CREATE FUNCTION digest_changed_proposals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM digest_reports(ARRAY(SELECT DISTINCT report_id FROM changed));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER proposals_digest_insert AFTER INSERT ON proposals
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION digest_changed_proposals();
--> statement-breakpoint
CREATE TRIGGER proposals_digest_update AFTER UPDATE ON proposals
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION digest_changed_proposals();
--> statement-breakpoint
CREATE TRIGGER proposals_digest_delete AFTER DELETE ON proposals
	REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION digest_changed_proposals();
--> statement-breakpoint
CREATE FUNCTION digest_report_assets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE reports SET asset_types = digest.types
	FROM (
		SELECT report_assets.report_id, array_agg(DISTINCT assets.type) AS types
		FROM report_assets JOIN assets ON assets.id = report_assets.asset_id
		WHERE report_assets.report_id IN (SELECT report_id FROM changed) GROUP BY 1
	) digest
	WHERE reports.id = digest.report_id AND reports.asset_types IS DISTINCT FROM digest.types;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_assets_digest_insert AFTER INSERT ON report_assets
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION digest_report_assets();
--> statement-breakpoint
CREATE TRIGGER report_assets_digest_delete AFTER DELETE ON report_assets
	REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION digest_report_assets();
