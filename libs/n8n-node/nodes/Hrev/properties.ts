import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

const shownFor = (resource: readonly string[], operation: readonly string[]) => ({
  show: { resource: [...resource], operation: [...operation] },
});

const operations = (resource: string, options: INodePropertyOptions[], initial: string): INodeProperties => ({
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  displayOptions: { show: { resource: [resource] } },
  options,
  default: initial,
});

const idOf = (name: string, displayName: string, shown: INodeProperties['displayOptions']): INodeProperties => ({
  displayName,
  name,
  type: 'string',
  required: true,
  default: '',
  displayOptions: shown,
});

const selection: INodeProperties[] = [
  { displayName: 'Folder ID', name: 'folder_id', type: 'string', default: '' },
  { displayName: 'Object ID', name: 'object_id', type: 'string', default: '' },
];

/** The filters of reviews, which the API has for lists and for files alike. */
const reviewFilters: INodeProperties[] = [
  ...selection,
  { displayName: 'Has Reply', name: 'has_reply', type: 'boolean', default: false },
  { displayName: 'Has Text', name: 'has_text', type: 'boolean', default: true },
  {
    displayName: 'Languages',
    name: 'languages',
    type: 'string',
    default: '',
    placeholder: 'en,de',
    description: 'Codes of languages, separated by commas',
  },
  { displayName: 'Max Rating', name: 'max_rating', type: 'number', default: 5 },
  { displayName: 'Min Rating', name: 'min_rating', type: 'number', default: 1 },
  {
    displayName: 'Published From',
    name: 'published_from',
    type: 'string',
    default: '',
    placeholder: '2026-01-31',
    description: 'A day, as year, month and day',
  },
  {
    displayName: 'Published To',
    name: 'published_to',
    type: 'string',
    default: '',
    placeholder: '2026-12-31',
    description: 'A day, as year, month and day',
  },
  { displayName: 'Search', name: 'search', type: 'string', default: '', description: 'Words of the text' },
  {
    displayName: 'Source IDs',
    name: 'source_ids',
    type: 'string',
    default: '',
    description: 'IDs of platforms, separated by commas',
  },
];

const filtersOf = (resource: string, operation: string, options: INodeProperties[]): INodeProperties => ({
  displayName: 'Filters',
  name: 'filters',
  type: 'collection',
  placeholder: 'Add Filter',
  default: {},
  displayOptions: shownFor([resource], [operation]),
  options,
});

/** What a person sets in the node. */
export const properties: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Export', value: 'export', description: 'A file of reviews' },
      { name: 'Object', value: 'object', description: 'A place or product with its pages on platforms' },
      { name: 'Reply', value: 'reply', description: 'The reply to a review' },
      { name: 'Review', value: 'review' },
    ],
    default: 'review',
  },
  operations(
    'object',
    [
      { name: 'Create', value: 'create', action: 'Create an object' },
      { name: 'Delete', value: 'delete', action: 'Delete an object' },
      { name: 'Get', value: 'get', action: 'Get an object' },
      { name: 'Get Many', value: 'getAll', action: 'Get many objects' },
      { name: 'Update', value: 'update', action: 'Update an object' },
    ],
    'getAll',
  ),
  operations(
    'review',
    [
      { name: 'Get', value: 'get', action: 'Get a review' },
      { name: 'Get Many', value: 'getAll', action: 'Get many reviews' },
    ],
    'getAll',
  ),
  operations(
    'reply',
    [
      { name: 'Delete', value: 'delete', action: 'Delete a reply' },
      { name: 'Get', value: 'get', action: 'Get a reply' },
      { name: 'Get Many', value: 'getAll', action: 'Get many replies' },
      { name: 'Publish', value: 'publish', action: 'Publish a reply' },
    ],
    'publish',
  ),
  operations(
    'export',
    [
      { name: 'Create', value: 'create', action: 'Create an export' },
      { name: 'Delete', value: 'delete', action: 'Delete an export' },
      { name: 'Download', value: 'download', action: 'Download the file of an export' },
      { name: 'Get', value: 'get', action: 'Get an export' },
    ],
    'create',
  ),
  idOf('objectId', 'Object ID', shownFor(['object'], ['delete', 'get', 'update'])),
  idOf('reviewId', 'Review ID', { show: { resource: ['review'], operation: ['get'] } }),
  idOf('reviewId', 'Review ID', shownFor(['reply'], ['delete', 'get', 'publish'])),
  idOf('exportId', 'Export ID', shownFor(['export'], ['delete', 'download', 'get'])),
  {
    displayName: 'Name',
    name: 'name',
    type: 'string',
    required: true,
    default: '',
    displayOptions: shownFor(['object'], ['create', 'update']),
  },
  {
    displayName: 'Links',
    name: 'links',
    type: 'string',
    typeOptions: { rows: 3 },
    default: '',
    description: 'Addresses of its pages on platforms, one per line',
    displayOptions: shownFor(['object'], ['create']),
  },
  {
    displayName: 'Text',
    name: 'text',
    type: 'string',
    typeOptions: { rows: 4 },
    required: true,
    default: '',
    displayOptions: shownFor(['reply'], ['publish']),
  },
  {
    displayName: 'Format',
    name: 'format',
    type: 'options',
    options: [
      { name: 'CSV', value: 'csv' },
      { name: 'JSON Lines', value: 'jsonl' },
    ],
    default: 'csv',
    displayOptions: shownFor(['export'], ['create']),
  },
  {
    displayName: 'Put Output File in Field',
    name: 'binaryProperty',
    type: 'string',
    required: true,
    default: 'data',
    hint: 'The name of the output binary field to put the file in',
    displayOptions: shownFor(['export'], ['download']),
  },
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit',
    displayOptions: shownFor(['object', 'reply', 'review'], ['getAll']),
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    description: 'Max number of results to return',
    displayOptions: {
      show: { resource: ['object', 'reply', 'review'], operation: ['getAll'], returnAll: [false] },
    },
  },
  filtersOf('object', 'getAll', [
    { displayName: 'Folder ID', name: 'folder_id', type: 'string', default: '' },
    { displayName: 'Search', name: 'search', type: 'string', default: '', description: 'Part of the name' },
  ]),
  filtersOf('reply', 'getAll', selection),
  filtersOf('review', 'getAll', reviewFilters),
  filtersOf('export', 'create', reviewFilters),
];
