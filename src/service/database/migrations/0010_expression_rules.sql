-- Services before this step write expressions of version 1 of the rules; the first publication after it lists all by version 2.
COMMENT ON TABLE "listed_expressions" IS 'Expressions by version 2 of the rules, or later';
