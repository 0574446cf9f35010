import '../../../asset/address/codec/ens-any-script.ts';
import { normalizeContent, recognizeText } from '../../../asset/index.ts';
import { answerCalls } from '../../thread/answer-calls.ts';
import { search } from '../detection/search.ts';
import { subjectOf } from '../report/subject.ts';
import { signsOf } from '../scan/signs.ts';

const methods = {
  /** What a text names. `sole`: the asset that it is as a whole. */
  parse: (text: string) => {
    const assets = recognizeText(text);
    return { assets, sole: assets.length < 2 ? normalizeContent(text) : null };
  },

  search,
  signsOf,
  subjectOf,
};

/** The methods of the thread. */
export type TextMethods = typeof methods;

answerCalls(methods);
