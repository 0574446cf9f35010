CREATE TABLE "additions" (
	"report_id" bigint PRIMARY KEY NOT NULL,
	"read_at" timestamp (3) with time zone,
	"told" text
);
--> statement-breakpoint
ALTER TABLE "additions" ADD CONSTRAINT "additions_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "additions_unread" ON "additions" USING btree ("report_id") WHERE "additions"."read_at" is null;