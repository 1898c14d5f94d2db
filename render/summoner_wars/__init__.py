"""Pictures of Summoner Wars: the battlefield with cards as they lie, hands, single cards, decks; and all of it in words."""
