/** The answer of the limits: the same members and sizes as `GET /api/me`. */
export const profile = {
  id: 1,
  full_name: 'Ada Lovelace',
  email: 'user1@example.com',
  phone_number: '+44 20 1',
  industry: 'Computing',
  role: 'USER',
  profile_image_url: null,
  account_status: 'ACTIVE',
  created_at: '2026-11-01T09:30:00.000Z',
  updated_at: '2026-11-01T09:30:00.000Z',
};

export const MESSAGE = 'Details retrieved successfully';
