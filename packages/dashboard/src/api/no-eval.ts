import { z } from 'zod';

// Without it zod makes code at run time, which the page's policy refuses. Schemas ask for it when they are made.
z.config({ jitless: true });
