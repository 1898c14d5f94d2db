"""What people can do with buttons, lists, forms and commands: each desk serves one kind of it."""
