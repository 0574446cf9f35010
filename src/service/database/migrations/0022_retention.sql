ALTER TABLE "detections" ADD COLUMN "report_id" bigint;--> statement-breakpoint
ALTER TABLE "detections" ADD CONSTRAINT "detections_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "detections_report" ON "detections" USING btree ("report_id");