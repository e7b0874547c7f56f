// The yaku as they are called in Japan, for whoever plays in another language: the word and how it is read.

export const yaku: Readonly<Record<string, readonly [word: string, reading: string]>> = {
  'five-lights': ['五光', 'gokō'],
  'dry-four-lights': ['四光', 'shikō'],
  'rainy-four-lights': ['雨四光', 'ame-shikō'],
  'three-lights': ['三光', 'sankō'],
  'boar-deer-butterfly': ['猪鹿蝶', 'inoshikachō'],
  'poetry-ribbons': ['赤短', 'akatan'],
  'blue-ribbons': ['青短', 'aotan'],
  'poetry-and-blue': ['赤短・青短の重複', 'akatan aotan no chōfuku'],
  animals: ['タネ', 'tane'],
  ribbons: ['タン', 'tan'],
  chaff: ['カス', 'kasu'],
  'cherry-viewing': ['花見で一杯', 'hanami de ippai'],
  'moon-viewing': ['月見で一杯', 'tsukimi de ippai'],
  'four-of-a-month': ['月札', 'tsukifuda'],
};

/** The plants of the months. */
export const plants: Readonly<Record<number, string>> = {
  1: '松', 2: '梅', 3: '桜', 4: '藤', 5: '菖蒲', 6: '牡丹', 7: '萩', 8: '芒', 9: '菊', 10: '紅葉', 11: '柳', 12: '桐',
};

/** The cards, from the Japanese catalogue. */
export const flowers = async (): Promise<Readonly<Record<string, string>>> => (await import('../texts/ja/cards')).default.hanafuda;
