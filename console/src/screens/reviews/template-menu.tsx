import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { templatesQuery } from '../../api/queries/reply-templates';
import { filled } from '../../lib/reply-text';
import { repliesWords } from '../../words/en/replies';
import { TemplatesDialog } from './templates-dialog';

const { templates: text } = repliesWords;

interface TemplateMenuProps {
  readonly accountId: number;
  readonly sourceId: number;
  /** The values of `{author}` and `{object}`; null: the placeholder stays. */
  readonly values: Readonly<Record<string, string | null>>;
  readonly onInsert: (text: string) => void;
}

/** The templates that are offered for a platform, filled in. */
export function TemplateMenu({ accountId, sourceId, values, onInsert }: TemplateMenuProps) {
  const [isManaging, setManaging] = useState(false);
  const { data } = useQuery(templatesQuery(accountId));
  const offered = data?.filter(({ source_ids: ids }) => ids.length === 0 || ids.includes(sourceId)) ?? [];
  return (
    <>
      <Menu position="top-start" width={280} loop={false} returnFocus>
        <Menu.Target>
          <Button variant="subtle" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {text.menu}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className="template-list">
          {offered.length === 0 && <Menu.Label>{text.none}</Menu.Label>}
          {offered.map((template) => (
            <Menu.Item key={template.id} onClick={() => onInsert(filled(template.text, values))}>
              <bdi>{template.name}</bdi>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setManaging(true)}>{text.manage}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TemplatesDialog accountId={accountId} isOpen={isManaging} onClose={() => setManaging(false)} />
    </>
  );
}
