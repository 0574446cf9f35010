ALTER TABLE "proposals" ADD COLUMN "first_approver_id" integer;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_first_approver_id_users_id_fk" FOREIGN KEY ("first_approver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "proposals" SET "first_approver_id" = "users"."id" FROM "users" WHERE lower("first_approved_by") = lower("users"."email");--> statement-breakpoint
-- Who has another address by now cannot be told from another person: the first approval is asked for again.
UPDATE "proposals" SET "first_approved_by" = NULL, "first_approved_at" = NULL WHERE "first_approver_id" IS NULL AND "first_approved_by" LIKE '%@%' AND "review_status" = 'PENDING';
