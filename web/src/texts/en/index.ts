import cards from './cards';
import common from './common';
import home from './home';
import kaboom from './kaboom';
import kierki from './kierki';
import koikoi from './koikoi';
import learn from './learn';
import lessons from './lessons';
import replay from './replay';
import review from './review';
import rules from './rules';
import table from './table';

export default { ...common, ...table, cards, home, koikoi, kierki, kaboom, learn, lessons, replay, review, rules } as const;
