// How much a page shows: it stays readable, and below a few megabytes, whatever was asked. Beyond these, report.json has the rest.

export const QUESTIONS_SHOWN = 1000;
export const AUTOPSIES_SHOWN = 200;
/** UTF-16 units of all autopsies together. */
export const AUTOPSY_BUDGET = 1_500_000;
