import { Button, MultiSelect, Textarea } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { Choice } from '../../parts/filters';
import { replyPolicyWords } from '../../words/en/reply-policy';
import type { RuleDraft } from './draft';

/** What a rule can be limited to. */
export interface RuleChoices {
  readonly sources: readonly { readonly value: string; readonly label: string }[];
  readonly objects: readonly { readonly value: string; readonly label: string }[];
}

interface RuleFieldsProps {
  readonly number: number;
  readonly rule: RuleDraft;
  readonly choices: RuleChoices;
  /** What is wrong with the template; null if nothing is, or it is not shown yet. */
  readonly problem: string | null;
  readonly templateRef: ((element: HTMLTextAreaElement | null) => void) | undefined;
  readonly onChange: (next: Partial<RuleDraft>) => void;
  readonly onRemove: () => void;
}

/** The fields of one rule. */
export function RuleFields({ number, rule, choices, problem, templateRef, onChange, onRemove }: RuleFieldsProps) {
  const id = useId();
  return (
    <fieldset className="policy-rule" aria-labelledby={id}>
      <div className="policy-rule-head">
        <h3 id={id}>{replyPolicyWords.rule(number)}</h3>
        <Button
          variant="subtle"
          leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
          aria-label={replyPolicyWords.remove(number)}
          onClick={onRemove}
        >
          {replyPolicyWords.remove(number)}
        </Button>
      </div>
      <Limits rule={rule} choices={choices} onChange={onChange} />
      <Textarea
        ref={templateRef}
        label={replyPolicyWords.template}
        description={replyPolicyWords.templateHelp}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={4000}
        dir="auto"
        value={rule.template}
        error={problem}
        onChange={(event) => onChange({ template: event.currentTarget.value })}
      />
    </fieldset>
  );
}

/** Which reviews the rule answers. */
function Limits({ rule, choices, onChange }: Pick<RuleFieldsProps, 'rule' | 'choices' | 'onChange'>) {
  return (
    <>
      <div className="policy-rule-choices">
        <Labeled label={replyPolicyWords.rating}>
          <Choice
            label={replyPolicyWords.rating}
            value={rule.rating}
            choices={replyPolicyWords.ratings}
            onChoose={(rating) => onChange({ rating })}
          />
        </Labeled>
        <Labeled label={replyPolicyWords.text}>
          <Choice
            label={replyPolicyWords.text}
            value={rule.text}
            choices={replyPolicyWords.texts}
            onChoose={(text) => onChange({ text })}
          />
        </Labeled>
      </div>
      <Several
        label={replyPolicyWords.sources}
        data={choices.sources}
        value={rule.sourceIds}
        onChange={(sourceIds) => onChange({ sourceIds })}
      />
      <Several
        label={replyPolicyWords.objects}
        data={choices.objects}
        value={rule.objectIds}
        onChange={(objectIds) => onChange({ objectIds })}
      />
    </>
  );
}

function Labeled({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <span className="policy-choice">
      <span className="small sub" aria-hidden>
        {label}
      </span>
      {children}
    </span>
  );
}

interface SeveralProps {
  readonly label: string;
  readonly data: RuleChoices['sources'];
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

/** Several of a list; none means all. A chosen one that is not in the list any more stays chosen, with its number. */
function Several({ label, data, value, onChange }: SeveralProps) {
  const known = new Set(data.map((one) => one.value));
  const gone = value.filter((one) => !known.has(one)).map((one) => ({ value: one, label: one }));
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? replyPolicyWords.all : undefined}
      data={[...data, ...gone]}
      value={[...value]}
      onChange={onChange}
      searchable
      clearable
      limit={100}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
