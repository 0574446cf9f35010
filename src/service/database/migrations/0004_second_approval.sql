ALTER TABLE "proposals" ADD COLUMN "first_approved_by" text;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "first_approved_at" timestamp (3) with time zone;