"""Making the table of rarities that the product ships (`blackboard/search/rarity.txt`)."""
