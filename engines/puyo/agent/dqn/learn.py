"""Training the network. No other module imports PyTorch, and this one is imported when training begins.

DQN as in the Puyo agent paper (3.1.3, 4.1 and 4.2): the value of a placement is brought nearer to its reward plus the
discounted value of the best placement after it, as a target network sees it, which follows the trained one every so
many steps. If `double`, the trained network says which placement that is, so that chance is less often taken for
worth. One thread, no chance but our own streams: the same seed gives the same network, however often training was
stopped. The state has all of it: both networks, the optimiser, the games under way, and the memory, so that nothing
is refilled.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import numpy as np

from engines.contract import BadParameter
from engines.kernels.randomness import fraction, start, stream_key
from engines.puyo.agent.dqn.catalogue import ALONE, REWARDS
from engines.puyo.agent.dqn.memory import FULL, Memory, new_batch, new_memory, recall
from engines.puyo.agent.dqn.net import SHAPES, Weights
from engines.puyo.agent.dqn.see import BOARD_INPUTS, CHANNELS
from engines.puyo.agent.dqn.versus import Matches
from engines.puyo.agent.dqn.world import Alone
from engines.puyo.rules.board import ROWS, WIDTH
from engines.puyo.rules.place import ALL_PLACEMENTS

MOMENTS = ("exp_avg", "exp_avg_sq", "step")  # of the optimiser, for each tensor


def torch_or_refuse() -> Any:
    """PyTorch, set to one thread."""
    try:
        import torch
    except ImportError:
        raise BadParameter("training needs PyTorch: `make dqn` installs it") from None
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    return torch


def first_weights(seed: int) -> Weights:
    """Weights to begin with: even within bounds that keep the size of what passes through, biases 0."""
    stream = np.zeros(1, dtype=np.uint64)
    start(stream, stream_key("puyo-dqn weights", seed), 0)
    weights = {}
    for name, shape in SHAPES.items():
        flat = np.zeros(int(np.prod(shape)), dtype=np.float32)
        if len(shape) > 1:
            bound = (6.0 / np.prod(shape[1:])) ** 0.5 * (0.1 if name.startswith("value") else 1.0)
            flat[:] = [(2 * fraction(stream) - 1) * bound for _ in flat]
        weights[name] = flat.reshape(shape)
    return weights


def forward(torch: Any, parameters: Mapping[str, Any], inputs: Any) -> Any:
    """The value of each placement; compare with `net.values`."""
    relu, conv = torch.relu, torch.nn.functional.conv2d
    planes = inputs[:, :BOARD_INPUTS].reshape(-1, CHANNELS, ROWS, WIDTH)
    planes = relu(conv(planes, parameters["conv1.weight"], parameters["conv1.bias"], padding=1))
    planes = relu(conv(planes, parameters["conv2.weight"], parameters["conv2.bias"], padding=1))
    planes = relu(conv(planes, parameters["squeeze.weight"], parameters["squeeze.bias"]))
    both = torch.cat([planes.flatten(1), inputs[:, BOARD_INPUTS:]], dim=1)
    hidden = relu(both @ parameters["hidden.weight"].T + parameters["hidden.bias"])
    return hidden @ parameters["value.weight"].T + parameters["value.bias"]


def games_of(seed: int, options: Mapping[str, Any]) -> Alone | Matches:
    """The games to learn from."""
    against = options["against"]
    return Alone(seed, options["games"]) if against == ALONE else Matches(seed, options["games"], against)


class Learner:
    """A network in training, and the games that it learns from."""

    def __init__(self, seed: int, options: Mapping[str, Any], weights: Weights | None = None) -> None:
        self.torch = torch_or_refuse()
        self.options = options
        self.steps = 0
        self.losses = 0.0
        self.world = games_of(seed, options)
        self.memory: Memory = new_memory(options["memory"])
        self.stream = np.zeros(1, dtype=np.uint64)
        start(self.stream, stream_key("puyo-dqn memory", seed), 0)
        self.batch = new_batch(options["batch"], ALL_PLACEMENTS)
        first = weights or first_weights(seed)
        tensors = {name: self.torch.from_numpy(each.copy()) for name, each in first.items()}
        self.network = {name: tensor.requires_grad_() for name, tensor in tensors.items()}
        self.target = {name: tensor.detach().clone() for name, tensor in self.network.items()}
        self.optimiser = self.torch.optim.Adam(list(self.network.values()), lr=options["rate"])

    @property
    def epsilon(self) -> float:
        """The share of moves made at random: less and less, down to the last value."""
        last, over = self.options["epsilon"], self.options["explore"]
        return max(last, 1.0 - (1.0 - last) * self.steps / over) if over else float(last)

    def play(self) -> None:
        """A move in every game."""
        with self.torch.no_grad():
            values = forward(self.torch, self.network, self.torch.from_numpy(self.world.seen())).numpy()
        reward, penalty = REWARDS.index(self.options["reward"]), float(self.options["penalty"])
        self.world.play_all(values, self.epsilon, reward, penalty, self.memory)

    def step(self) -> None:
        """A move in every game, and a step of the optimiser once there is enough to learn from."""
        self.play()
        while self.memory.sizes[FULL] < min(self.options["warm_up"], self.options["memory"]):
            self.play()
        recall(self.memory, self.stream, self.batch)
        self.losses += self.learn()
        self.steps += 1
        if self.steps % self.options["follow"] == 0:
            self.target = {name: tensor.detach().clone() for name, tensor in self.network.items()}

    def learn(self) -> float:
        """One step of the optimiser on a batch; its loss."""
        torch, batch = self.torch, self.batch
        with torch.no_grad():
            inputs = torch.from_numpy(batch.then)
            then = forward(torch, self.target, inputs)
            by = forward(torch, self.network, inputs) if self.options["double"] else then
            best = by.masked_fill(~torch.from_numpy(batch.masks), -torch.inf).argmax(dim=1)
            worth = then.gather(1, best[:, None])[:, 0] * torch.from_numpy(batch.going)
            wanted = torch.from_numpy(batch.rewards) + self.options["discount"] * worth
        now = forward(torch, self.network, torch.from_numpy(batch.now))
        chosen = now.gather(1, torch.from_numpy(batch.placements)[:, None])[:, 0]
        loss = torch.nn.functional.smooth_l1_loss(chosen, wanted)
        self.optimiser.zero_grad()
        loss.backward()
        self.optimiser.step()
        return float(loss.detach())

    def weights(self) -> Weights:
        """The network's weights."""
        return {name: tensor.detach().numpy().copy() for name, tensor in self.network.items()}

    def arrays(self) -> dict[str, np.ndarray]:
        """All there is to go on from."""
        found = {"steps": np.array(self.steps), "stream": self.stream}
        for group, record in (("world", self.world.arrays()), ("memory", self.memory._asdict())):
            found |= {f"{group}.{name}": each for name, each in record.items()}
        for group, tensors in (("network", self.network), ("target", self.target)):
            found |= {f"{group}.{name}": tensor.detach().numpy() for name, tensor in tensors.items()}
        for name, tensor in self.network.items():
            state = self.optimiser.state[tensor]
            found |= {f"optimiser.{moment}.{name}": state[moment].numpy() for moment in MOMENTS if moment in state}
        return found

    def resume(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Go on from there."""
        torch = self.torch
        self.steps = int(arrays["steps"])
        self.stream[:] = arrays["stream"]
        self.world.resume({name: arrays[f"world.{name}"] for name in self.world.arrays()})
        for name, each in self.memory._asdict().items():
            each[...] = arrays[f"memory.{name}"]
        with torch.no_grad():
            for group, tensors in (("network", self.network), ("target", self.target)):
                for name, tensor in tensors.items():
                    tensor.copy_(torch.from_numpy(arrays[f"{group}.{name}"]))
        for name, tensor in self.network.items():
            if f"optimiser.step.{name}" in arrays:
                self.optimiser.state[tensor] = {
                    moment: torch.from_numpy(arrays[f"optimiser.{moment}.{name}"].copy()) for moment in MOMENTS
                }


def packed(arrays: Mapping[str, np.ndarray]) -> bytes:
    """Arrays as bytes."""
    out = io.BytesIO()
    np.savez_compressed(out, **dict(arrays))  # type: ignore[arg-type]
    return out.getvalue()


def unpacked(state: bytes) -> dict[str, np.ndarray]:
    """The arrays again."""
    with np.load(io.BytesIO(state), allow_pickle=False) as found:
        return dict(found)
