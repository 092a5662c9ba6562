;; Edits a message with Eglot, the language client of Emacs, and prints what it saw, as JSON, to the file $RESULT.
;; usage: emacs --batch --load emacs.el
(require 'package)
(package-initialize)
(require 'json)
(require 'seq)
(require 'eglot)

(defvar waited (/ (string-to-number (getenv "DEADLINE_MS")) 1000))
(defvar seen nil)

(defun note (key value) (push (cons key value) seen))

(defun wait (what holds)
  (with-timeout (waited (error "Waited in vain for %s" what))
    (while (not (funcall holds)) (accept-process-output nil 0.01))))

(define-derived-mode message-mode-of-test text-mode "Friendtalk")
(add-to-list 'auto-mode-alist '("\\.md\\'" . message-mode-of-test))
(add-to-list 'eglot-server-programs
             `(message-mode-of-test . (,(getenv "NODE") ,(getenv "FRIENDTALK") "lsp" "--stdio")))
(setq eglot-confirm-server-initiated-edits nil
      eglot-send-changes-idle-time 0
      make-backup-files nil
      create-lockfiles nil)

;; Nobody is idle in a batch: what Eglot does when its user pauses is done at once.
(defun tell () (eglot--signal-textDocument/didChange))

(defun rules ()
  (sort (delete-dups
         (mapcar (lambda (one)
                   (format "%s" (plist-get (alist-get 'eglot-lsp-diag (flymake-diagnostic-data one)) :code)))
                 (flymake-diagnostics)))
        #'string<))

(defun actions ()
  (append (jsonrpc-request (eglot--current-server-or-lose) :textDocument/codeAction
                           (list :textDocument (eglot--TextDocumentIdentifier)
                                 :range (list :start (eglot--pos-to-lsp-position (point-min))
                                              :end (eglot--pos-to-lsp-position (point-max)))
                                 :context (list :diagnostics [])))
          nil))

(defun edit ()
  (find-file (getenv "MESSAGE"))
  (let ((eglot-sync-connect 30)) (apply #'eglot (eglot--guess-contact)))
  (wait "diagnostics" #'rules)
  (note 'diagnostics (vconcat (rules)))
  ;; The quick fix that declares the variable, made by the editor.
  (let ((found (actions)))
    (note 'actions (vconcat (mapcar (lambda (one) (plist-get one :title)) found)))
    (dolist (one found)
      (when (string-prefix-p "Declare" (plist-get one :title))
        (eglot--apply-workspace-edit (plist-get one :edit)))))
  (tell)
  (wait "the fix" (lambda () (not (rules))))
  (note 'fixed (vconcat (rules)))
  ;; Completion behind "#{" at the end, as completion-at-point has it.
  (goto-char (point-max))
  (insert "#{")
  (tell)
  (pcase-let ((`(,start ,end ,table . ,_) (eglot-completion-at-point)))
    (note 'completions
          (vconcat (mapcar #'substring-no-properties
                           (all-completions (buffer-substring-no-properties start end) table)))))
  (insert "이름}")
  (tell)
  (backward-char 2)
  (eglot-rename "손님")
  (note 'text (buffer-substring-no-properties (point-min) (point-max)))
  (eglot-shutdown (eglot--current-server-or-lose)))

(condition-case problem (edit)
  (error (note 'problem (format "%S" problem))))
(set-buffer-modified-p nil)
(let ((coding-system-for-write 'utf-8)) (write-region (json-encode seen) nil (getenv "RESULT")))
