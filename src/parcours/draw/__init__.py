"""Pictures of a race: what a scene holds, drawn."""
