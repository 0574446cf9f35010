-- Lists are read again from a time on, and page by page in the order of a time. So that nothing is passed over, a row that commits
-- after a list was read must have a time after that reading, however long its transaction took. The advisory lock 7205 orders the two.
-- Milliseconds since epoch before which everything was committed when a list was read last. Unlogged: of no use after a crash, which
-- ends all transactions.
CREATE UNLOGGED SEQUENCE read_horizon;
--> statement-breakpoint
-- Waits for the transactions that are committing at this moment, at most five seconds. @returns the new horizon. Times of columns are
-- rounded to milliseconds, so that one of this moment may be the next millisecond. It moves on even while the clock is set back.
CREATE FUNCTION read_horizon() RETURNS double precision LANGUAGE plpgsql SET lock_timeout = '5s' AS $$
DECLARE
	horizon bigint;
BEGIN
	PERFORM pg_advisory_xact_lock(7205);
	SELECT greatest(last_value + 1, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + 2) INTO horizon FROM read_horizon;
	RETURN setval('read_horizon', horizon);
END $$;
--> statement-breakpoint
-- When a row's transaction commits: if a list was read since the transaction began, the row gets the time of the commit. The first row
-- finds the horizon for all of them: no list is read from then until the end of the transaction.
CREATE FUNCTION date_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	horizon text := current_setting('wary.horizon', true);
BEGIN
	IF horizon = 'passed' THEN
		RETURN NULL;
	ELSIF horizon IS NULL OR horizon = '' THEN
		PERFORM pg_advisory_xact_lock_shared(7205);
		SELECT set_config('wary.horizon', CASE WHEN seen.horizon > now() THEN seen.horizon::text ELSE 'passed' END, true)
			INTO horizon FROM (SELECT to_timestamp(last_value / 1000.0) AS horizon FROM read_horizon) seen;
		IF horizon = 'passed' THEN
			RETURN NULL;
		END IF;
	END IF;
	EXECUTE format('UPDATE %1$I SET %2$I = $1 WHERE id = $2 AND %2$I >= date_trunc(''milliseconds'', now())', TG_TABLE_NAME, TG_ARGV[0])
		USING greatest(clock_timestamp(), horizon::timestamptz), NEW.id;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- A time before the transaction was given on purpose, and stays.
DO $$
DECLARE
	dated record;
BEGIN
	FOR dated IN SELECT * FROM (VALUES
		('assets', 'updated_at'), ('asset_changes', 'changed_at'), ('reports', 'created_at'), ('disputes', 'created_at'),
		('threats', 'blocked_at'), ('takedowns', 'created_at'), ('takedowns', 'updated_at'), ('takedowns', 'completed_at'),
		('detections', 'created_at'), ('audit_entries', 'created_at')
	) AS polled (name, moment) LOOP
		EXECUTE format('CREATE CONSTRAINT TRIGGER %1$s_date_%2$s AFTER INSERT OR UPDATE OF %2$s ON %1$s DEFERRABLE INITIALLY DEFERRED
			FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND NEW.%2$s >= date_trunc(''milliseconds'', now()))
			EXECUTE FUNCTION date_at_commit(%2$L)', dated.name, dated.moment);
	END LOOP;
END $$;
