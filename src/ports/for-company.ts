/**
 * Runs work that is for one company, as background work can be. What companies share, such as the connections to the
 * database, is divided by it. A request is for the company of its caller without that.
 */
export type ForCompany = <T>(company_id: string, work: () => T) => T;
