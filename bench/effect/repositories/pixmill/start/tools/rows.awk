# A swatch file of the paint program -> rows for the C compiler. "Steel Blue" becomes steelblue.
/^ *[0-9]+ +[0-9]+ +[0-9]+/ {
	red = $1; green = $2; blue = $3
	$1 = $2 = $3 = ""
	gsub(/[ \t\r]/, "")
	printf "{ \"%s\", { %d, %d, %d } },\n", tolower($0), red, green, blue
}
