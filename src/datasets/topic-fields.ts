// Which part of a TREC topic is asked.

export const TOPIC_FIELDS = ['title', 'desc', 'narr'] as const;
export type TopicField = (typeof TOPIC_FIELDS)[number];
