DROP INDEX "disputes_asset_email";--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_asset_email" ON "disputes" USING btree ("asset_id",coalesce("organization_id", 0),lower("email"));