ALTER TABLE "organization_assets" ADD COLUMN "proven_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "organization_assets" ADD COLUMN "proven_by" text;--> statement-breakpoint
ALTER TABLE "organization_assets" ADD CONSTRAINT "organization_assets_proven_by" CHECK ("organization_assets"."proven_by" in ('DNS', 'FILE', 'OPERATOR'));--> statement-breakpoint
-- What organizations took off the list by their own word yields to lists again.
UPDATE "assets" SET "decided_by" = 'NOBODY' WHERE "decided_by" = 'DISPUTE' AND "status" = 'UNKNOWN' AND "source" IS DISTINCT FROM 'dispute';
