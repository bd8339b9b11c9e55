"""Tables, CSV files and board pictures: formats only, every statistic comes from below."""
