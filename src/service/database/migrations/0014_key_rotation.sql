ALTER TABLE "api_keys" ADD COLUMN "successor_id" integer;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "publishable" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_successor_id_api_keys_id_fk" FOREIGN KEY ("successor_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;