// The raw material of the 60-chunk example: facts, filler vocabulary, questions, synonyms. Data, no behaviour.

export interface ExampleQuestion {
  /** Index of the fact that answers it. */
  readonly fact: number;
  readonly same: string;
  readonly paraphrase: string;
}

export const facts: readonly string[] = [
  'Annual leave requests must be submitted at least 3 weeks in advance.',
  'Production database backups are kept for 35 days.',
  'Lost access badges are replaced by the security desk for a fee of 20 dollars.',
  'The help desk answers tickets within 4 hours during business hours.',
  'Interns receive a monthly stipend of 900 dollars.',
  'Meeting rooms can be booked up to 60 days ahead.',
];

export const nouns: readonly string[] = [
  'leave',
  'badge',
  'laptop',
  'backup',
  'ticket',
  'room',
  'invoice',
  'visitor',
  'review',
  'request',
  'database',
  'desk',
  'policy',
  'intern',
];

export const teams: readonly string[] = ['security', 'finance', 'people', 'IT', 'facilities'];

/** One filler sentence; the two nouns and the team are drawn. */
export const fillerTemplate = 'Questions about the {a} and the {b} go to the {team} team.';

/** Filler sentences before and after each fact, filler sentences in every other chunk, and how many of those there are. */
export const sizes = { around: 4, fillerSentences: 9, fillerChunks: 54 } as const;

export const questions: readonly ExampleQuestion[] = [
  {
    fact: 0,
    same: 'How far in advance must annual leave requests be submitted?',
    paraphrase: 'How early do I have to ask for vacation days?',
  },
  {
    fact: 1,
    same: 'How long are production database backups kept?',
    paraphrase: 'How long do we hold on to copies of the live data?',
  },
  {
    fact: 2,
    same: 'What fee does the security desk charge to replace lost access badges?',
    paraphrase: 'How much do I pay if I misplace my ID card?',
  },
  {
    fact: 3,
    same: 'How quickly does the help desk answer tickets?',
    paraphrase: 'How fast does IT support respond to a request?',
  },
  {
    fact: 4,
    same: 'What monthly stipend do interns receive?',
    paraphrase: 'How much is a trainee paid each month?',
  },
  {
    fact: 5,
    same: 'How far ahead can meeting rooms be booked?',
    paraphrase: 'How long before can I reserve a conference space?',
  },
];

/** Analysed term -> terms it adds to a query. One-way, as in the reference implementation. */
export const expansions: ReadonlyMap<string, readonly string[]> = new Map([
  ['vacation', ['leave']],
  ['id', ['badge']],
  ['card', ['badge']],
  ['misplace', ['lost']],
  ['trainee', ['intern']],
  ['reserve', ['booked']],
  ['copy', ['backup']],
  ['data', ['database']],
]);
