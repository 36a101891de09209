// Everyday names for systems, and what each stands for.

export const aliases: Readonly<Record<string, string>> = {
  hybrid: 'rrf[bm25,dense]',
};
