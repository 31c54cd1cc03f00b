"""Everything between the host and the pages: server, security, caching, limits, logs."""
