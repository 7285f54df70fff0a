import { Group, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import classes from './Placeholders.module.css';

/** What may stand in a postback's address; a press puts it there. */
export function Placeholders({ onPick }: { onPick: (name: string) => void }) {
  const { data } = useQuery({ ...query('GET /postbacks/placeholders'), staleTime: 'static' });
  return (
    <div>
      <Text size="sm" c="dimmed" mb={6}>
        Placeholders
      </Text>
      <Group gap={6}>
        {data?.placeholders.map(({ name, description, example }) => (
          <UnstyledButton
            key={name}
            className={classes.chip}
            title={`${description} For example: ${example}`}
            onClick={() => onPick(name)}
          >
            {`{${name}}`}
          </UnstyledButton>
        ))}
      </Group>
    </div>
  );
}
