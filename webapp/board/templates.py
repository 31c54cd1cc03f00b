"""The environment of the templates, which renders them in fewer calls than Jinja's own."""

import operator
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from typing import Any

from flask.templating import Environment
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context


class _Code(CodeGenerator):
    """Compiles templates whose functions take no context. Markup and numbers are not escaped, and a
    block yields its markup at once, because each piece would pass through all blocks around it.
    """

    def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
        """Compile *nodes*, whose markup a buffer collects."""
        if frame.buffer is not None:
            super().blockvisit(nodes, frame)
            return
        self.buffer(frame)
        super().blockvisit(nodes, frame)
        if not self.has_known_extends or frame.block:
            self.writeline(f"yield concat({frame.buffer})")

    def signature(
        self,
        node: nodes.Call | nodes.Filter | nodes.Test,
        frame: Frame,
        extra_kwargs: Mapping[str, Any] | None = None,
    ) -> None:
        """The arguments of a call, without the variables of loops and blocks, which are for a
        context.
        """
        given = extra_kwargs or {}
        super().signature(node, frame, {it: given[it] for it in given if it == "caller"})

    def _output_child_pre(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        if frame.eval_ctx.autoescape:
            self.write("(it if type(it := ")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        if frame.eval_ctx.autoescape:
            self.write(") is Markup else str(it) if type(it) in (int, float) else escape(it))")
        else:
            super()._output_child_post(node, frame, finalize)


class _Context(Context):
    """Calls a function as it is, since none takes the context. Macros would take whether to escape,
    which no template changes.
    """

    call: Callable[..., Any] = staticmethod(operator.call)  # type: ignore[arg-type]


class Templates(Environment):
    """Templates that share one mapping of globals. Jinja gives each a chain of two, and then an
    import takes 250 calls to see that they are the same. No function of a template may be one with
    `pass_context` or the like.
    """

    code_generator_class = _Code
    context_class = _Context

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of all templates: none has its own, *d*."""
        assert not d
        return self.globals
