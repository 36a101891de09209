// Everyday names for systems, and what each stands for.

export const aliases: ReadonlyMap<string, string> = new Map([['hybrid', 'rrf[bm25,dense]']]);
