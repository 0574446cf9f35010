-- An account on the machine is nobody's alone: what one asked for or approved as the first of two is asked for again.
DELETE FROM "block_requests";--> statement-breakpoint
UPDATE "proposals" SET "first_approved_by" = NULL, "first_approved_at" = NULL WHERE "first_approver_id" IS NULL AND "review_status" = 'PENDING';--> statement-breakpoint
ALTER TABLE "block_requests" DROP CONSTRAINT "block_requests_asset_id_person_pk";--> statement-breakpoint
ALTER TABLE "block_requests" DROP COLUMN "person";--> statement-breakpoint
ALTER TABLE "block_requests" ADD COLUMN "user_id" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "block_requests" ADD CONSTRAINT "block_requests_asset_id_user_id_pk" PRIMARY KEY("asset_id","user_id");--> statement-breakpoint
ALTER TABLE "block_requests" ADD CONSTRAINT "block_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
