#!/usr/bin/env python3
"""Packs the extension, without npm.

    Editors/VSCode/pack.py FILE.vsix

A .vsix is a zip with a manifest in XML. The same files give the same bytes: entries are sorted, stored as they are, and
have one fixed time.
"""

import json
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TYPES = {"json": "application/json", "js": "application/javascript", "md": "text/markdown", "txt": "text/plain",
         "vsixmanifest": "text/xml"}

MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={name} Version={version} Publisher={publisher}/>
    <DisplayName>{display}</DisplayName>
    <Description xml:space="preserve">{description}</Description>
    <Categories>{categories}</Categories>
    <License>extension/LICENSE.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value={kind}/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def contents():
    """The names of the entries with their bytes."""
    package = json.loads((HERE / "package.json").read_text(encoding="utf-8"))
    entries = {f"extension/{path.name}": path for path in HERE.glob("*.js*")}
    entries |= {f"extension/grammars/{path.name}": path for path in (ROOT / "Grammar" / "TextMate").glob("*.json")}
    entries |= {"extension/README.md": HERE / "README.md", "extension/LICENSE.txt": ROOT / "LICENSE"}
    made = {name: path.read_bytes() for name, path in entries.items()}
    made["extension.vsixmanifest"] = MANIFEST.format(
        name=quoteattr(package["name"]), version=quoteattr(package["version"]), publisher=quoteattr(package["publisher"]),
        display=escape(package["displayName"]), description=escape(package["description"]),
        categories=escape(",".join(package["categories"])), engine=quoteattr(package["engines"]["vscode"]),
        kind=quoteattr(",".join(package["extensionKind"]))).encode()
    types = "".join(f'<Default Extension=".{ending}" ContentType="{kind}"/>' for ending, kind in TYPES.items())
    made["[Content_Types].xml"] = (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{types}</Types>\n').encode()
    return sorted(made.items())


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: Editors/VSCode/pack.py FILE.vsix")
    with zipfile.ZipFile(sys.argv[1], "w") as archive:
        for name, data in contents():
            entry = zipfile.ZipInfo(name)  # of 1980-01-01
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)


if __name__ == "__main__":
    main()
