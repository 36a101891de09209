// The files that `rag-lab init` writes, as texts.

/** What of the config depends on the project. */
export interface ScaffoldFacts {
  /** From the config file's folder. */
  readonly corpus: string;
  readonly include?: readonly string[];
  /** For short pages, short chunks. */
  readonly chunker: string;
}

export const QUESTIONS = 'questions/questions.jsonl';
export const SYNONYMS = 'questions/synonyms.yaml';

/** Lexical systems only: the first baseline is there in a moment, on any machine. */
export function configText({ corpus, include, chunker }: ScaffoldFacts): string {
  return `# What rag-lab runs in this project. Every key is also an option that can be typed, and what is typed wins.
# \`rag-lab run --help\` explains them; \`rag-lab list\` shows the systems, measures and chunkers there are.

# What is searched: a folder of Markdown, HTML, PDF, DOCX, text, JSONL or CSV files; an archive; a single file.
corpus: ${JSON.stringify(corpus)}
${include === undefined ? '# include: ["**/*.md"]' : `include: ${JSON.stringify(include)}`}
# exclude: [drafts/**]

# What is asked, one question a line. \`rag-lab questions check\` finds what is wrong with a set; \`rag-lab questions new\`
# drafts more.
questions: ${QUESTIONS}

# Words that mean the same, for the systems that use them.
synonyms: ${SYNONYMS}

# What is compared. label=spec names a system, so that its parameters can change under a name that stays.
systems:
  - lex=bm25
  - synonym-tfidf
  # - dense
  # - hybrid
  # - other=bm25(b=0.4,k1=0.9)
  # - mine=command(run="python my_search.py")

# How an answer is measured, and how deep the headline looks.
measures: [R@1, R@3, R@5, R@10, RR, nDCG@10]
cutoff: 3

# How documents are cut.
chunker: ${chunker}

# Only documents whose metadata (front matter, fields, folders) fit are searched.
# filter: team = office and updated >= 2026-01-01

# What \`rag-lab gate\` compares with; \`rag-lab baseline update\` replaces it, once the difference is shown;
# --force, where documents or questions are no longer those it was made with.
baseline: rag-lab.baseline.json

# What must hold: floors, and how far a value may drop below the baseline. \`rag-lab gate --help\` shows all kinds.
# Questions of your own that say no wording take lex/R@3 in place of lex/same/R@3.
rules:
  - lex/same/R@3 >= 0.8
  - "*/*/R@3 drop <= 0pt"
  # - question some-id lex rank <= 3
  # - lex tokens <= 1500

# strict: every drop beyond the line fails. statistical: only one that the paired test confirms.
mode: strict

# Keep questions/held-out.ledger.jsonl: how often the held-out questions were looked at. They and the synonyms are then
# sealed: a change is refused without --reseal.
# ledger: true
`;
}

/** A list to begin with where there is none. */
export const SYNONYMS_TEXT = `# Words that mean the same in these documents, for systems such as synonym-tfidf and bm25-synonyms. Write it with the
# tuning questions in view, never with the held-out ones: those are to say whether it works for questions nobody has seen.
groups: []
#  - [leave, holiday, vacation]
#  - [book, reserve]
`;

export const WORKFLOW_TEXT = `# Fails when retrieval got worse than the committed baseline, and names the questions that were lost.
name: rag-lab

on:
  push:
  pull_request:

permissions:
  contents: read

jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 20
      # rag-lab must be among the packages of this project.
      - run: npm ci
      # --no: only the rag-lab that is installed, never one fetched by its name.
      - run: >-
          npx --no -- rag-lab gate
          --format terminal
          --format github=rag-lab-comment.md
          --format junit=rag-lab-junit.xml
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: rag-lab
          path: |
            rag-lab-comment.md
            rag-lab-junit.xml
          if-no-files-found: ignore
`;
