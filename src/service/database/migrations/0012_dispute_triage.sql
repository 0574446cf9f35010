ALTER TABLE "disputes" ADD COLUMN "skipped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "escalated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "advice" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "advice_note" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "advised_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "merged_into_id" bigint;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_merged_into_id_disputes_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_merged" ON "disputes" USING btree ("merged_into_id");--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_advice" CHECK ("disputes"."advice" in ('ACCEPT', 'REJECT'));