// Races run in all their orders, up to the limit that each of them states.
process.env.HREV_ORDERS = 'Infinity';
