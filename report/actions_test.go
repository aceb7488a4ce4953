package report

import (
	"fmt"
	"strings"
)

// An action is a step of a test in a tab.
type action func(b *tab) error

// navigate loads a page.
func navigate(url string) action {
	return func(b *tab) error {
		before := b.loads
		var got struct{ ErrorText string }
		if err := b.call(b.session, "Page.navigate", map[string]any{"url": url}, &got); err != nil || got.ErrorText != "" {
			return fmt.Errorf("%s: %v %s", url, err, got.ErrorText)
		}
		for b.loads == before {
			if _, err := b.receive(); err != nil {
				return fmt.Errorf("loading %s: %w", url, err)
			}
		}
		return nil
	}
}

// back goes back to the entry of the history before, in the same page.
func back(b *tab) error {
	return b.evaluate(`new Promise(done => { addEventListener('popstate', () => done(), {once: true}); history.back(); })`, nil)
}

// run runs JavaScript.
func run(js string) action { return func(b *tab) error { return b.evaluate(js, nil) } }

// click clicks the middle of the first element that matches a selector.
func click(selector string) action {
	return func(b *tab) error {
		var at *[2]float64
		js := `(e => { if (!e) return null; e.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'}); const b = e.getBoundingClientRect(); return b.width ? [b.x + b.width / 2, b.y + b.height / 2] : null; })(document.querySelector(%s))`
		if err := b.evaluate(fmt.Sprintf(js, quote(selector)), &at); err != nil {
			return err
		}
		if at == nil {
			return fmt.Errorf("click: no visible element %s", selector)
		}
		for _, kind := range []string{"mousePressed", "mouseReleased"} {
			if err := b.do("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1}); err != nil {
				return err
			}
		}
		return nil
	}
}

// setValue sets the value of a control.
func setValue(selector, value string) action {
	return onElement(selector, fmt.Sprintf(`e.value = %s; e.dispatchEvent(new Event('input', {bubbles: true})); e.dispatchEvent(new Event('change', {bubbles: true}))`, quote(value)))
}

// focus gives an element the keyboard focus.
func focus(selector string) action { return onElement(selector, `e.focus()`) }

// onElement runs JavaScript with the first element that matches a selector, e.
func onElement(selector, js string) action {
	return run(fmt.Sprintf(`(e => { %s; })(document.querySelector(%s))`, js, quote(selector)))
}

// enter types text into an element. A line feed is the key Enter.
func enter(selector, text string) action {
	return func(b *tab) error {
		if err := focus(selector)(b); err != nil {
			return err
		}
		for _, r := range text {
			key := map[string]any{"type": "keyDown", "key": string(r), "text": string(r)}
			if r == '\n' {
				key = map[string]any{"type": "keyDown", "key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": 13}
			}
			if err := b.do("Input.dispatchKeyEvent", key); err != nil {
				return err
			}
		}
		return nil
	}
}

// window sets the size of the window, which may be that of a phone.
func window(width, height int64, phone bool) action {
	return func(b *tab) error {
		return b.do("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone})
	}
}

// withoutScript loads the following pages without their scripts.
func withoutScript(without bool) action {
	return func(b *tab) error {
		return b.do("Emulation.setScriptExecutionDisabled", map[string]any{"value": without})
	}
}

// printDark shows pages as they are printed by a reader who prefers dark colors.
func printDark(b *tab) error {
	dark := map[string]any{"name": "prefers-color-scheme", "value": "dark"}
	return b.do("Emulation.setEmulatedMedia", map[string]any{"media": "print", "features": []any{dark}})
}

// quote returns text as a string of JavaScript.
func quote(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`).Replace(text) + "'"
}
