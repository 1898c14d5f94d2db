"""Summoner Wars, first edition. Modules are named after the rulebook's headings; ids of statements begin with SW."""
