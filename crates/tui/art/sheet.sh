#!/bin/sh
# Makes hanafuda.png, the small pictures of the cards, from the drawings of the page: twelve months across, the four cards of each
# below, 24 x 40 pixels a card. Needs Chromium. Run it when a drawing has changed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
art=$(cd "$here/../../../web/art/hanafuda" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ranks='crane poem plain-1 plain-2
warbler poem plain-1 plain-2
curtain poem plain-1 plain-2
cuckoo ribbon plain-1 plain-2
bridge ribbon plain-1 plain-2
butterflies ribbon plain-1 plain-2
boar ribbon plain-1 plain-2
moon geese plain-1 plain-2
cup ribbon plain-1 plain-2
deer ribbon plain-1 plain-2
rainman swallow ribbon lightning
phoenix plain-1 plain-2 plain-3'
{
    echo '<!doctype html><style>html,body{margin:0;background:#F8F1E0}img{position:absolute;width:24px;height:40px}</style>'
    month=1
    echo "$ranks" | while read -r row; do
        rank=0
        for word in $row; do
            file=$(ls "$art/$(printf %02d "$month")-"*"-$word.svg")
            echo "<img src='file://$file' style='left:$(((month - 1) * 24))px;top:$((rank * 40))px'>"
            rank=$((rank + 1))
        done
        month=$((month + 1))
    done
} > "$work/sheet.html"
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 --window-size=288,160 \
    --screenshot="$work/sheet.png" "file://$work/sheet.html" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
mv "$work/sheet.png" "$here/hanafuda.png"
