"""``ressac-lab variants``: the catalogue, variant files and start maps."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from ressac_lab.cli.options import JsonOption, SetOption, VariantArgument, print_json, whole_number
from ressac_lab.cli.streams import say_error, wants_colours
from ressac_lab.errors import RessacError

app = typer.Typer(no_args_is_help=True, help="List, show and check variants and their start maps.")


@app.command("list")
def list_variants(as_json: JsonOption = False) -> None:
    """List the catalogue."""
    from ressac_lab.rules.catalogue import catalogue_names, load

    named = [load(name) for name in catalogue_names()]
    if as_json:
        print_json({"variants": [{"name": n.name, "title": n.title} for n in named]})
        return
    for n in named:
        size = f"{n.variant.width}×{n.variant.height}"
        typer.echo(f"{n.name:16}{size:5}{n.variant.boats:3} boats  {n.title}. {n.notes}")


@app.command()
def show(variant: VariantArgument, settings: SetOption = None, as_json: JsonOption = False) -> None:
    """Show a variant: its start map and every rule."""
    from ressac_lab.reports.boards import draw
    from ressac_lab.rules import Position, class_of, load
    from ressac_lab.rules.variant import value_text

    named = load(variant, settings or ())
    map_class, rules = class_of(named.variant), asdict(named.variant)
    if as_json:
        about = {"variant": named.label, "title": named.title, "notes": named.notes}
        facts = {
            "digest": named.variant.digest,
            "map_class": map_class.id,
            "orbit": map_class.orbit,
        }
        print_json({**about, **rules, **facts})
        return
    # A title and notes speak of the file's own rules, not of what was changed on top.
    described = [] if named.changes else [named.title, named.notes]
    typer.echo("\n".join([named.label, *filter(None, described)]) + "\n")
    typer.echo(draw(Position.start(named.variant), coloured=wants_colours()) + "\n")
    for field, value in rules.items():
        typer.echo(f"{field:14}{value_text(value)}")
    typer.echo(f"{'digest':14}{named.variant.digest}")
    typer.echo(f"{'map class':14}{map_class.id}, {map_class.orbit} of all maps play alike")


@app.command()
def check(
    variants: Annotated[
        list[str] | None, typer.Argument(help="Names or files; all of the catalogue if none.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Check variant files: errors, and warnings about what their author hardly meant.

    Exit code 2 if a file is wrong; warnings alone leave it 0.
    """
    from ressac_lab.reference.lint import same_games
    from ressac_lab.rules.catalogue import catalogue_names

    results = [_checked(name) for name in dict.fromkeys(variants or catalogue_names())]
    sound = [(result["variant"], result.pop("rules")) for result in results if result["ok"]]
    same = [{"first": first, "second": second} for first, second in same_games(sound)]
    if as_json:
        print_json({"variants": results, "same_games": same})
    else:
        _print_checked(results)
        for pair in same:
            typer.echo(f"warning: {pair['second']} is the same game as {pair['first']}, up to symmetry")
    if not all(result["ok"] for result in results):
        raise typer.Exit(2)


def _checked(name: str) -> dict[str, Any]:
    """Return what there is to say about a variant; its ``rules`` too, if it has sound ones."""
    from ressac_lab.reference.lint import findings_of
    from ressac_lab.rules import load
    from ressac_lab.solve.saturation import saturation_finding

    try:
        variant = load(name).variant
    except RessacError as error:
        return {"variant": name, "ok": False, "error": str(error)}
    found = [*findings_of(variant), *saturation_finding(variant)]
    warnings = [{"kind": finding.kind, "sentence": finding.sentence} for finding in found]
    return {"variant": name, "ok": True, "digest": variant.digest, "warnings": warnings, "rules": variant}


def _print_checked(results: list[dict[str, Any]]) -> None:
    for result in results:
        if not result["ok"]:
            say_error(result["error"])
            continue
        typer.echo(f"ok     {result['variant']}")
        for warning in result["warnings"]:
            typer.echo(f"  warning: {warning['sentence']}")


@app.command()
def maps(
    variant: VariantArgument,
    wrecks: Annotated[
        int | None,
        typer.Option(
            "--wrecks",
            "-k",
            parser=whole_number(),
            metavar="N",
            help="How many; the variant's own if left out.",
        ),
    ] = None,
    settings: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the classes of start maps under the variant's symmetries."""
    from ressac_lab.rules import load, map_classes

    named = load(variant, settings or ())
    count = len(named.variant.wrecks) if wrecks is None else wrecks
    classes = map_classes(named.variant, count)
    if as_json:
        rows = [
            {"class": c.id, "wrecks": list(c.wrecks), "orbit": c.orbit, "symmetric": c.symmetric}
            for c in classes
        ]
        print_json({"variant": named.label, "maps": rows})
        return
    for c in classes:
        kept = "symmetric" if c.symmetric else ""
        typer.echo(f"{c.id:10}{' '.join(c.wrecks):24}{c.orbit:4} maps  {kept}".rstrip())
    total = sum(c.orbit for c in classes)
    typer.echo(f"{len(classes)} classes, {total:,} start maps")
