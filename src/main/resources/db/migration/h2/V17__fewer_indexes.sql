-- Every move changes these times, and H2 writes each index at once. Lists in such an order sort what they find.
DROP INDEX task_updated;
DROP INDEX task_entered;
DROP INDEX task_held;
