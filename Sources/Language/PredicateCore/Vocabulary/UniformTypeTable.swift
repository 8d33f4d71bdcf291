/// The public type hierarchy (D99) as data: the 398 identifiers that `UTI-CONFORMS-TO` knows. `UniformTypes` reads it.
enum UniformTypeTable {
    /// Type identifiers, each with those that it conforms to directly, and a semicolon between two. A line that begins with `#`
    /// names a group.
    ///
    /// One string, because the compiler takes seconds for an array of so many elements.
    static let text: StaticString = """
        # Bases
        public.item; public.content; public.data public.item; public.composite-content public.content;
        public.3d-content public.content; public.message; public.contact; public.archive; public.disk-image;
        public.font; public.database; public.playlist; public.bookmark; public.calendar-event; public.to-do-item;
        com.apple.resolvable
        # Files, folders and links
        public.directory public.item; public.folder public.directory; public.volume public.folder;
        public.symlink public.item com.apple.resolvable; public.url public.data; public.file-url public.url;
        com.apple.mount-point public.item com.apple.resolvable;
        com.apple.alias-file public.data com.apple.resolvable;
        com.apple.alias-record public.data com.apple.resolvable; com.apple.bookmark public.data com.apple.resolvable;
        com.apple.internet-location public.data; com.apple.web-internet-location com.apple.internet-location;
        com.apple.mail-internet-location com.apple.internet-location;
        com.apple.news-internet-location com.apple.internet-location;
        com.apple.ftp-internet-location com.apple.internet-location;
        com.apple.file-internet-location com.apple.internet-location; com.microsoft.internet-shortcut public.data
        # Bundles and programs
        com.apple.package public.directory; com.apple.bundle public.directory;
        com.apple.plugin com.apple.bundle com.apple.package; com.apple.metadata-importer com.apple.plugin;
        com.apple.quicklook-generator com.apple.plugin; com.apple.xpc-service com.apple.bundle com.apple.package;
        com.apple.framework com.apple.bundle; com.apple.generic-bundle com.apple.bundle;
        com.apple.localizable-name-bundle com.apple.bundle;
        com.apple.application-and-system-extension com.apple.bundle com.apple.package; public.executable public.item;
        public.unix-executable public.data public.executable; public.object-code public.data public.executable;
        com.apple.mach-o-binary public.data public.executable; com.apple.mach-o-executable com.apple.mach-o-binary;
        com.apple.mach-o-object com.apple.mach-o-binary public.object-code;
        com.apple.mach-o-dylib com.apple.mach-o-binary; com.apple.application public.executable;
        com.apple.application-bundle com.apple.application com.apple.bundle com.apple.package;
        com.apple.application-file com.apple.application public.data; com.apple.itunes.ipa public.data;
        com.microsoft.windows-executable public.data public.executable;
        com.microsoft.windows-dynamic-link-library public.data public.executable;
        com.sun.java-class public.data public.executable; com.sun.java-archive public.zip-archive public.executable;
        com.sun.web-application-archive public.zip-archive; com.sun.java-web-start public.xml;
        com.apple.installer-package com.apple.package; com.apple.installer-meta-package com.apple.package;
        com.apple.installer-distribution-package com.apple.package; com.apple.xcode.project com.apple.package;
        com.apple.mobileprovision public.data
        # Text
        public.text public.data public.content; public.plain-text public.text;
        public.utf8-plain-text public.plain-text; public.utf16-plain-text public.plain-text;
        public.utf16-external-plain-text public.plain-text; com.apple.traditional-mac-plain-text public.plain-text;
        public.delimited-values-text public.text; public.comma-separated-values-text public.delimited-values-text;
        public.tab-separated-values-text public.delimited-values-text;
        public.utf8-tab-separated-values-text public.tab-separated-values-text public.utf8-plain-text;
        public.rtf public.text; com.apple.rtfd com.apple.package public.composite-content;
        com.apple.flat-rtfd public.data public.composite-content;
        com.apple.txn.text-multimedia-data public.data public.composite-content; public.html public.text;
        public.xhtml public.xml; public.xml public.text; public.json public.text; public.geojson public.json;
        public.yaml public.text; public.css public.text; net.daringfireball.markdown public.text;
        org.tug.tex public.text; com.apple.log public.plain-text; com.apple.crashreport public.plain-text;
        com.apple.property-list public.data; com.apple.xml-property-list com.apple.property-list public.xml;
        com.apple.ascii-property-list com.apple.property-list public.text;
        com.apple.binary-property-list com.apple.property-list; com.apple.xcode.strings-text public.text;
        com.apple.ink.inktext public.data; com.topografix.gpx public.xml; com.google.earth.kml public.xml;
        com.google.earth.kmz public.zip-archive
        # Source code
        public.source-code public.plain-text; public.c-source public.source-code; public.c-header public.source-code;
        public.c-source.preprocessed public.c-source; public.c-plus-plus-source public.source-code;
        public.c-plus-plus-header public.source-code;
        public.c-plus-plus-source.preprocessed public.c-plus-plus-source;
        public.objective-c-source public.source-code;
        public.objective-c-source.preprocessed public.objective-c-source;
        public.objective-c-plus-plus-source public.source-code;
        public.objective-c-plus-plus-source.preprocessed public.objective-c-plus-plus-source;
        public.swift-source public.source-code; public.assembly-source public.source-code;
        public.nasm-assembly-source public.assembly-source; public.fortran-source public.source-code;
        public.fortran-77-source public.fortran-source; public.fortran-90-source public.fortran-source;
        public.fortran-95-source public.fortran-source; public.pascal-source public.source-code;
        public.ada-source public.source-code; public.dylan-source public.source-code;
        public.lex-source public.source-code; public.yacc-source public.source-code;
        public.mig-source public.source-code; public.make-source public.source-code;
        public.opencl-source public.source-code; public.module-map public.source-code;
        public.patch-file public.plain-text; public.protobuf-source public.source-code;
        com.apple.metal public.source-code; com.apple.rez-source public.source-code;
        com.sun.java-source public.source-code; com.netscape.javascript-source public.source-code public.executable;
        com.microsoft.typescript public.source-code; public.script public.source-code;
        public.shell-script public.script; public.bash-script public.shell-script;
        public.csh-script public.shell-script; public.ksh-script public.shell-script;
        public.tcsh-script public.shell-script; public.zsh-script public.shell-script;
        public.perl-script public.shell-script; public.php-script public.shell-script;
        public.python-script public.shell-script; public.ruby-script public.shell-script;
        com.apple.applescript.text public.script; com.apple.applescript.script public.data public.script;
        com.apple.applescript.script-bundle com.apple.bundle com.apple.package public.script;
        com.apple.scripting-definition public.xml
        # Images
        public.image public.data public.content; public.jpeg public.image; public.jpeg-2000 public.image;
        public.jpeg-xl public.image; public.png public.image; public.tiff public.image;
        public.svg-image public.image public.xml; public.heif-standard public.image;
        public.heic public.heif-standard; public.heics public.heif-standard; public.heifs public.heif-standard;
        public.avci public.heif-standard; public.avcs public.heif-standard; public.avif public.heif-standard;
        public.avis public.heif-standard; public.mpo-image public.image; public.radiance public.image;
        public.pbm public.image; public.xbitmap-image public.image; public.fax public.image;
        public.camera-raw-image public.image; org.webmproject.webp public.image; com.compuserve.gif public.image;
        com.microsoft.bmp public.image; com.microsoft.ico public.image; com.microsoft.cur public.image;
        com.microsoft.dds public.image; com.apple.icns public.image; com.apple.pict public.image;
        com.apple.macpaint-image public.image; com.apple.quicktime-image public.image; com.apple.live-photo;
        com.adobe.photoshop-image public.image; com.adobe.illustrator.ai-image public.image;
        com.adobe.postscript public.image; com.adobe.encapsulated-postscript com.adobe.postscript;
        com.truevision.tga-image public.image; com.sgi.sgi-image public.image; com.ilm.openexr-image public.image;
        com.kodak.flashpix.image public.image; com.j2.jfx-fax public.fax; com.j2.efx-fax public.fax;
        com.js.efx-fax public.fax; com.adobe.raw-image public.camera-raw-image;
        com.canon.crw-raw-image public.camera-raw-image; com.canon.cr2-raw-image public.camera-raw-image;
        com.canon.cr3-raw-image public.camera-raw-image; com.canon.tif-raw-image public.camera-raw-image;
        com.epson.raw-image public.camera-raw-image; com.fuji.raw-image public.camera-raw-image;
        com.hasselblad.3fr-raw-image public.camera-raw-image; com.hasselblad.fff-raw-image public.camera-raw-image;
        com.kodak.raw-image public.camera-raw-image; com.konicaminolta.raw-image public.camera-raw-image;
        com.leafamerica.raw-image public.camera-raw-image; com.leica.raw-image public.camera-raw-image;
        com.leica.rwl-raw-image public.camera-raw-image; com.minolta.raw-image public.camera-raw-image;
        com.nikon.raw-image public.camera-raw-image; com.nikon.nrw-raw-image public.camera-raw-image;
        com.olympus.raw-image public.camera-raw-image; com.olympus.or-raw-image public.camera-raw-image;
        com.olympus.sr-raw-image public.camera-raw-image; com.panasonic.raw-image public.camera-raw-image;
        com.panasonic.rw2-raw-image public.camera-raw-image; com.pentax.raw-image public.camera-raw-image;
        com.samsung.raw-image public.camera-raw-image; com.sony.raw-image public.camera-raw-image;
        com.sony.arw-raw-image public.camera-raw-image; com.sony.sr2-raw-image public.camera-raw-image
        # Film and sound
        public.audiovisual-content public.data public.content; public.movie public.audiovisual-content;
        public.video public.movie; public.mpeg public.movie; public.mpeg-2-video public.video;
        public.mpeg-2-transport-stream public.movie; public.mpeg-4 public.movie; public.avi public.movie;
        public.dv-movie public.movie; public.3gpp public.movie; public.3gpp2 public.movie;
        com.apple.quicktime-movie public.movie; com.apple.m4v-video public.movie;
        com.apple.protected-mpeg-4-video com.apple.m4v-video; com.microsoft.advanced-systems-format public.movie;
        com.microsoft.windows-media-wm public.movie; com.microsoft.windows-media-wmv public.movie;
        com.adobe.flash.video public.movie; com.real.realmedia public.movie; org.matroska.mkv public.movie;
        org.webmproject.webm public.movie; public.audio public.audiovisual-content; public.mp2 public.audio;
        public.mp3 public.audio; public.mpeg-4-audio public.mpeg-4 public.audio; public.aac-audio public.audio;
        public.ac3-audio public.audio; public.enhanced-ac3-audio public.audio; public.aifc-audio public.audio;
        public.aiff-audio public.aifc-audio; public.au-audio public.audio; public.ulaw-audio public.audio;
        public.midi-audio public.audio; com.apple.coreaudio-format public.audio;
        com.apple.m4a-audio public.mpeg-4-audio; com.apple.protected-mpeg-4-audio public.audio;
        com.audible.audiobook public.audio; com.digidesign.sd2-audio public.audio;
        com.microsoft.waveform-audio public.audio; com.microsoft.windows-media-wma public.audio;
        com.real.realaudio public.audio; com.real.smil public.xml; org.xiph.flac public.audio;
        org.xiph.ogg-audio public.audio; org.xiph.opus public.audio; public.m3u-playlist public.playlist public.text;
        public.pls-playlist public.playlist public.text; com.apple.mpegurl public.m3u-playlist
        # Documents
        public.presentation public.composite-content; public.spreadsheet public.content;
        com.adobe.pdf public.data public.composite-content;
        com.apple.webarchive public.data public.composite-content;
        org.idpf.epub-container public.data public.composite-content;
        org.idpf.epub-folder com.apple.package public.composite-content;
        com.microsoft.word.doc public.data public.composite-content;
        com.microsoft.word.dot public.data public.composite-content;
        com.microsoft.word.wordml public.xml public.composite-content;
        com.microsoft.excel.xls public.data public.spreadsheet;
        com.microsoft.excel.xlt public.data public.spreadsheet;
        com.microsoft.powerpoint.ppt public.data public.presentation;
        com.microsoft.powerpoint.pot public.data public.presentation;
        com.microsoft.powerpoint.pps public.data public.presentation; org.openxmlformats.openxml public.data;
        org.openxmlformats.wordprocessingml.document org.openxmlformats.openxml public.composite-content;
        org.openxmlformats.wordprocessingml.document.macroenabled org.openxmlformats.openxml public.composite-content;
        org.openxmlformats.wordprocessingml.template org.openxmlformats.openxml public.composite-content;
        org.openxmlformats.wordprocessingml.template.macroenabled org.openxmlformats.openxml public.composite-content;
        org.openxmlformats.spreadsheetml.sheet org.openxmlformats.openxml public.spreadsheet;
        org.openxmlformats.spreadsheetml.sheet.macroenabled org.openxmlformats.openxml public.spreadsheet;
        org.openxmlformats.spreadsheetml.template org.openxmlformats.openxml public.spreadsheet;
        org.openxmlformats.spreadsheetml.template.macroenabled org.openxmlformats.openxml public.spreadsheet;
        org.openxmlformats.presentationml.presentation org.openxmlformats.openxml public.presentation;
        org.openxmlformats.presentationml.presentation.macroenabled org.openxmlformats.openxml public.presentation;
        org.openxmlformats.presentationml.slideshow org.openxmlformats.openxml public.presentation;
        org.openxmlformats.presentationml.slideshow.macroenabled org.openxmlformats.openxml public.presentation;
        org.openxmlformats.presentationml.template org.openxmlformats.openxml public.presentation;
        org.openxmlformats.presentationml.template.macroenabled org.openxmlformats.openxml public.presentation;
        org.oasis-open.opendocument public.data;
        org.oasis-open.opendocument.text org.oasis-open.opendocument public.composite-content;
        org.oasis-open.opendocument.text-template org.oasis-open.opendocument public.composite-content;
        org.oasis-open.opendocument.text-master org.oasis-open.opendocument public.composite-content;
        org.oasis-open.opendocument.text-web org.oasis-open.opendocument public.composite-content;
        org.oasis-open.opendocument.spreadsheet org.oasis-open.opendocument public.spreadsheet;
        org.oasis-open.opendocument.spreadsheet-template org.oasis-open.opendocument public.spreadsheet;
        org.oasis-open.opendocument.presentation org.oasis-open.opendocument public.presentation;
        org.oasis-open.opendocument.presentation-template org.oasis-open.opendocument public.presentation;
        org.oasis-open.opendocument.graphics org.oasis-open.opendocument public.content;
        org.oasis-open.opendocument.graphics-template org.oasis-open.opendocument public.content;
        org.oasis-open.opendocument.chart org.oasis-open.opendocument public.content;
        org.oasis-open.opendocument.chart-template org.oasis-open.opendocument public.content;
        org.oasis-open.opendocument.image org.oasis-open.opendocument public.content;
        org.oasis-open.opendocument.image-template org.oasis-open.opendocument public.content;
        org.oasis-open.opendocument.formula org.oasis-open.opendocument public.content;
        org.oasis-open.opendocument.formula-template org.oasis-open.opendocument public.content;
        com.apple.iwork.pages.pages com.apple.package public.composite-content;
        com.apple.iwork.pages.sffpages public.data public.composite-content;
        com.apple.iwork.pages.template com.apple.package public.composite-content;
        com.apple.iwork.numbers.numbers com.apple.package public.spreadsheet;
        com.apple.iwork.numbers.sffnumbers public.data public.spreadsheet;
        com.apple.iwork.numbers.template com.apple.package public.spreadsheet;
        com.apple.iwork.keynote.key com.apple.package public.presentation;
        com.apple.iwork.keynote.sffkey public.data public.presentation;
        com.apple.iwork.keynote.kth com.apple.package public.presentation
        # Messages, people and dates
        public.email-message public.data public.message; com.apple.mail.email public.email-message;
        com.apple.mail.emlx public.email-message; com.apple.mail.mbox com.apple.package;
        public.vcard public.text public.contact; com.apple.addressbook.group public.data;
        com.apple.addressbook.person public.data public.contact;
        com.apple.ical.ics public.text public.calendar-event public.to-do-item;
        com.apple.ical.vcs public.text public.calendar-event; com.apple.ical.backup com.apple.package;
        com.apple.ichat.transcript public.data public.message
        # Archives and disk images
        com.pkware.zip-archive public.data public.archive; public.zip-archive com.pkware.zip-archive;
        public.tar-archive public.data public.archive; org.gnu.gnu-tar-archive public.tar-archive;
        org.gnu.gnu-zip-archive public.data public.archive; org.gnu.gnu-zip-tar-archive org.gnu.gnu-zip-archive;
        public.bzip2-archive public.data public.archive; public.tar-bzip2-archive public.bzip2-archive;
        public.z-archive public.data public.archive; public.cpio-archive public.data public.archive;
        org.7-zip.7-zip-archive public.data public.archive; org.tukaani.xz-archive public.data public.archive;
        org.tukaani.lzma-archive public.data public.archive; org.tukaani.tar-xz-archive org.tukaani.xz-archive;
        com.rarlab.rar-archive public.data public.archive; com.allume.stuffit-archive public.data public.archive;
        com.stuffit.archive.sit public.data public.archive; com.stuffit.archive.sitx public.data public.archive;
        com.apple.archive public.data public.archive; com.apple.encrypted-archive public.data public.archive;
        com.apple.xar-archive public.data public.archive; com.apple.binhex-archive public.data public.archive;
        com.apple.macbinary-archive public.data public.archive;
        com.apple.installer-package-archive public.data public.archive;
        com.apple.disk-image public.data public.archive public.disk-image;
        com.apple.disk-image-ndif com.apple.disk-image; com.apple.disk-image-udif com.apple.disk-image;
        com.apple.disk-image-dc42 com.apple.disk-image; com.apple.disk-image-smi com.apple.disk-image;
        com.apple.disk-image-cdr com.apple.disk-image; com.apple.disk-image-raw com.apple.disk-image;
        com.apple.disk-image-sparse com.apple.disk-image;
        com.apple.disk-image-sparsebundle com.apple.package public.disk-image;
        public.iso-image public.data public.disk-image
        # Shapes, fonts, keys and other data
        com.pixar.universal-scene-description public.3d-content public.data;
        com.pixar.universal-scene-description-mobile public.3d-content public.data;
        com.apple.reality public.3d-content public.data; com.apple.arobject public.3d-content public.data;
        com.apple.scenekit.scene public.3d-content public.data;
        org.khronos.collada.digital-asset-exchange public.3d-content public.xml;
        public.geometry-definition-format public.3d-content public.data;
        public.standard-tesselated-geometry-format public.3d-content public.data;
        public.polygon-file-format public.3d-content public.data; public.alembic public.3d-content public.data;
        public.truetype-font public.data public.font; public.truetype-ttf-font public.truetype-font;
        public.truetype-collection-font public.truetype-font; public.opentype-font public.data public.font;
        public.opentype-collection-font public.opentype-font; com.adobe.postscript-font public.data public.font;
        com.adobe.postscript-lwfn-font com.adobe.postscript-font;
        com.adobe.postscript-pfb-font com.adobe.postscript-font;
        com.adobe.postscript-pfa-font com.adobe.postscript-font;
        com.apple.truetype-datafork-suitcase-font public.truetype-font;
        com.apple.font-suitcase public.data public.font; org.w3.woff public.data public.font;
        org.w3.woff2 public.data public.font; public.x509-certificate public.data; com.rsa.pkcs-12 public.data;
        com.apple.colorsync-profile public.data; com.apple.mapkit.map-item public.data;
        com.apple.shortcut public.data; com.apple.safari.extension public.data;
        com.apple.systempreference.prefpane com.apple.bundle com.apple.package;
        com.filemaker.fp7 public.data public.database; com.bittorrent.torrent public.data
        """
}
