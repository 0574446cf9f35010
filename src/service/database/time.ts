/** The moments that JavaScript and PostgreSQL both write with a year of four digits. */
const EARLIEST = Date.parse('0001-01-02T00:00:00Z');
const LATEST = Date.parse('9999-12-30T00:00:00Z');

/** A moment of a request as one that the database can hold; what lies beyond all that can be stored becomes the nearest that can. */
export const storable = (iso: string): Date => new Date(Math.min(LATEST, Math.max(EARLIEST, Date.parse(iso))));
