DROP TABLE tickets_checked;
