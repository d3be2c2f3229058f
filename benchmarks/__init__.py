"""Every speed the project states, measured beside a peer's figure; run by `tsume bench`."""
