DROP TABLE sweeps;
