CREATE TABLE "top_sites" (
	"host" text NOT NULL,
	"site" text NOT NULL,
	"rank" integer NOT NULL,
	CONSTRAINT "top_sites_host_site_pk" PRIMARY KEY("host","site")
);
