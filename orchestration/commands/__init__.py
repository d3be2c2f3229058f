"""The commands of `tsume`, a module for each kind; heavy imports happen inside those that need them."""
